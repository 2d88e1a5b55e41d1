import { useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import { ChevronDownIcon, ChevronRightIcon, LinkIcon } from '../../ui/icons.ts';
import type { RunNode } from '../runs/run-nodes.ts';
import { durationText, lookOf, StateIcon } from '../shared/run-states.tsx';
import classes from './run-tree.module.css';
import type { VisibleRow } from './visible-rows.ts';

const INDENT_PX = 18;

interface RunRowProps {
  id: string;
  row: VisibleRow;
  top: number;
  height: number;
  isChosen: boolean;
  /** It was chosen by what happens rather than by a person. */
  isFollowed: boolean;
  onChoose(key: string): void;
  onToggle(key: string, isOpen: boolean): void;
}

/** A scenario, a step, a test or an action of a run. */
export function RunRow({ id, row, top, height, isChosen, isFollowed, onChoose, onToggle }: RunRowProps) {
  const { node, level, isOpen, position, siblings } = row;
  const hasChildren = node.children.length > 0;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the tree around it
    <div
      id={id}
      role="treeitem"
      className={classes.row}
      style={{ height, transform: `translateY(${top}px)`, paddingInlineStart: 6 + (level - 1) * INDENT_PX }}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isChosen}
      data-followed={(isChosen && isFollowed) || undefined}
      data-kind={node.kind}
      data-red={(node.kind === 'step' && node.testCode === undefined) || undefined}
      title={[node.title, ...valuesOf(node)].join('\n')}
      onClick={() => onChoose(node.key)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys do the same */}
      <span
        className={classes.chevron}
        onClick={event => {
          if (!hasChildren) return;
          event.stopPropagation();
          onToggle(node.key, !isOpen);
        }}
      >
        {hasChildren && <Chevron size={14} aria-hidden />}
      </span>
      <StateIcon state={node.state} />
      <span className={classes.name} dir="auto">
        <Lead node={node} />
        <span dir="auto">{node.title}</span>
      </span>
      {node.note !== undefined && <span className={classes.ms}>{node.note}</span>}
      {node.kind === 'step' && <TestChip testCode={node.testCode} />}
      <Outcome node={node} />
    </div>
  );
}

const valuesOf = ({ example = {} }: RunNode): string[] =>
  Object.entries(example).map(([column, value]) => `${column}: ${value}`);

const SEPARATORS: Partial<Record<RunNode['kind'], string>> = { scenario: ' ›', test: ' ›', action: ' ·' };

/** The keyword of a step and its text are one line of writing. */
function Lead({ node: { kind, lead } }: { node: RunNode }) {
  if (lead === undefined) return null;
  return (
    <span className={classes.lead}>
      {kind === 'step' ? lead : <span dir="auto">{lead}</span>}
      {SEPARATORS[kind]}{' '}
    </span>
  );
}

const REPAIRED = { word: 'repaired', color: 'var(--st-warning)' };

/** The word where it is not a matter of course, else the time. */
function Outcome({ node: { state, ms, action } }: { node: RunNode }) {
  const isRepaired = action?.repaired !== undefined;
  const { word, color } = isRepaired ? REPAIRED : lookOf(state);
  if (state === 'passed' && !isRepaired)
    return <span className={classes.ms}>{ms === undefined ? '' : durationText(ms)}</span>;
  return (
    <span className={classes.ms} style={{ color }}>
      {word}
    </span>
  );
}

function TestChip({ testCode }: Pick<RunNode, 'testCode'>) {
  const name = useIdeState(state => (testCode === undefined ? undefined : snapshotOf(state)?.tests[testCode]?.name));
  if (testCode === undefined) return <span className={classes.chip}>not linked</span>;
  return (
    <span className={classes.chip}>
      <LinkIcon size={12} aria-hidden />
      <span className={classes.chipName} dir="auto">
        {name ?? testCode}
      </span>
    </span>
  );
}
