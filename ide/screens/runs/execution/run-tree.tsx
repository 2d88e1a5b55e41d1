import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useIdeState } from '../../../app/context.tsx';
import { isBad } from '../../../app/result-filter.ts';
import { snapshotOf } from '../../../app/state.ts';
import { ActedTitle } from '../../../parts/acted-title.tsx';
import { useKeptInSight } from '../../../parts/kept-in-sight.ts';
import { lookOf, StateIcon, timeText } from '../../../parts/run-states.tsx';
import { isFocusFree } from '../../../ui/free-focus.ts';
import { ChevronDownIcon, ChevronRightIcon, LinkIcon } from '../../../ui/icons.ts';
import { leavesOf, type RunNode } from '../run-nodes.ts';
import classes from './run-tree.module.css';

const ROW_PX = 30;

interface RunTreeProps {
  nodes: readonly RunNode[];
  shown: RunNode | undefined;
  isFollowing: boolean;
  onChoose(key: string): void;
  onPicture(node: RunNode): void;
}

export function RunTree({ nodes, shown, isFollowing, onChoose, onPicture }: RunTreeProps) {
  const id = useId();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { rows, toggle, choose } = useOpenness(nodes, shown, onChoose);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const at = rows.findIndex(({ node }) => node.key === shown?.key);
  useShown({ virtual, scroller, at, isFollowing });
  const onKeyDown = useTreeKeys({ nodes, rows, shown, choose, toggle, onPicture });
  return (
    <div
      ref={setScroller}
      className={`fill scroll ${classes.tree}`}
      role="tree"
      aria-label="Steps and actions of the run"
      tabIndex={0}
      aria-activedescendant={at < 0 ? undefined : `${id}-${shown?.key}`}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => {
          const row = rows[index];
          return (
            row && (
              <RunRow
                key={key}
                id={`${id}-${row.node.key}`}
                row={row}
                top={start}
                height={size}
                isChosen={row.node.key === shown?.key}
                isFollowed={isFollowing}
                onChoose={choose}
                onToggle={toggle}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** What a person has opened or closed stays so. */
function useOpenness(nodes: readonly RunNode[], shown: RunNode | undefined, onChoose: (key: string) => void) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const toggle = (key: string, isOpen: boolean) => setToggled(new Map([...toggled, [key, isOpen]]));
  const choose = (key: string) => {
    // Everything around the chosen row is opened.
    setToggled(new Map([...toggled].filter(([parent, isOpen]) => isOpen || !key.startsWith(`${parent}.`))));
    onChoose(key);
  };
  return { rows: rowsOf(nodes, { toggled, shown: shown?.key }), toggle, choose };
}

interface ShownParts {
  virtual: Virtualizer<HTMLDivElement, Element>;
  scroller: HTMLDivElement | null;
  at: number;
  isFollowing: boolean;
}

function useShown({ virtual, scroller, at, isFollowing }: ShownParts): void {
  useEffect(() => {
    if (at >= 0 && scroller !== null) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, scroller, virtual]);
  const show = () => virtual.scrollToIndex(at, { align: 'auto' });
  useKeptInSight({ scroller, place: () => virtual.measurementsCache[at], show });
  useEffect(() => {
    // At first, and once the button that leads back to following is gone.
    if (isFollowing && isFocusFree()) scroller?.focus({ preventScroll: true });
  }, [scroller, isFollowing]);
}

const INDENT_PX = 18;

interface RunRowProps {
  id: string;
  row: VisibleRow;
  top: number;
  height: number;
  isChosen: boolean;
  /** Chosen by the progress of the run rather than by a person. */
  isFollowed: boolean;
  onChoose(key: string): void;
  onToggle(key: string, isOpen: boolean): void;
}

function RunRow({ id, row, top, height, isChosen, isFollowed, onChoose, onToggle }: RunRowProps) {
  const { node, level, isOpen, position, siblings } = row;
  const hasChildren = node.children.length > 0;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the tree around it
    <div
      id={id}
      role="treeitem"
      className={`row gap-sm ${classes.row}`}
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
      <span className={`grow ellipsis ${classes.name}`} dir="auto">
        <Lead node={node} />
        <ActedTitle of={node} />
      </span>
      {node.note !== undefined && <span className="fixed-size note regular numbers">{node.note}</span>}
      {node.kind === 'step' && <TestChip testCode={node.testCode} />}
      <Outcome node={node} />
    </div>
  );
}

const valuesOf = ({ example = {} }: RunNode): string[] =>
  Object.entries(example).map(([column, value]) => `${column}: ${value}`);

const SEPARATORS: Partial<Record<RunNode['kind'], string>> = { scenario: ' ›', test: ' ›', action: ' ·' };

/** The keyword of a step and its text have one writing direction. */
function Lead({ node: { kind, lead } }: { node: RunNode }) {
  if (lead === undefined) return null;
  return (
    <>
      <span className={`dim regular ${classes.lead}`}>
        {kind === 'step' ? lead : <span dir="auto">{lead}</span>}
        {SEPARATORS[kind]}
      </span>{' '}
    </>
  );
}

const FLAKY = { word: 'flaky', color: 'var(--st-warning)' };
const REPAIRED = { word: 'repaired', color: 'var(--st-warning)' };
const LEFT_OUT = { word: 'left out', color: 'var(--st-warning)' };

const warningOf = (action: RunNode['action']) => {
  if (action?.leftOut) return LEFT_OUT;
  return action?.repaired === undefined ? undefined : REPAIRED;
};

function Outcome({ node: { state, ms, action, isFlaky } }: { node: RunNode }) {
  const warning = warningOf(action);
  const { word, color } = isFlaky ? FLAKY : (warning ?? lookOf(state));
  if (state === 'passed' && !isFlaky && warning === undefined)
    return <span className="fixed-size note regular numbers">{timeText({ state, ms })}</span>;
  return (
    <span className="fixed-size note regular numbers" style={{ color }}>
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
      <span className="ellipsis" dir="auto">
        {name ?? testCode}
      </span>
    </span>
  );
}

interface TreeParts {
  nodes: readonly RunNode[];
  rows: readonly VisibleRow[];
  shown: RunNode | undefined;
  choose(key: string): void;
  toggle(key: string, isOpen: boolean): void;
  onPicture(node: RunNode): void;
}

/** Up and Down lead from action to action, even into folded rows; Left and Right to what is around and below. */
function useTreeKeys({ nodes, rows, shown, choose, toggle, onPicture }: TreeParts) {
  const go = (node: RunNode | undefined) => node !== undefined && choose(node.key);
  const keys: Record<string, () => unknown> = {
    ArrowDown: () => go(neighbour(nodes, shown, 1)),
    ArrowUp: () => go(neighbour(nodes, shown, -1)),
    Home: () => go(leavesOf(nodes)[0]),
    End: () => go(leavesOf(nodes).at(-1)),
    Enter: () => shown !== undefined && onPicture(shown),
    ArrowLeft: () => {
      const row = rows.find(({ node }) => node.key === shown?.key);
      if (row?.isOpen) toggle(row.node.key, false);
      else go(rows.findLast(({ node }) => shown?.key.startsWith(`${node.key}.`))?.node);
    },
    ArrowRight: () => {
      const row = rows.find(({ node }) => node.key === shown?.key);
      if (row === undefined || row.node.children.length === 0) return;
      if (row.isOpen) go(row.node.children[0]);
      else toggle(row.node.key, true);
    },
  };
  return (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
}

/** From a node with others below it: to its first leaf, or to the leaf before that. */
function neighbour(nodes: readonly RunNode[], shown: RunNode | undefined, step: 1 | -1): RunNode | undefined {
  const leaves = leavesOf(nodes);
  if (shown === undefined) return leaves[0];
  const at = leaves.findIndex(({ key }) => key === shown.key);
  if (at >= 0) return leaves[at + step];
  const first = leaves.findIndex(({ key }) => key.startsWith(`${shown.key}.`));
  return leaves[step === 1 ? first : first - 1];
}

interface VisibleRow {
  node: RunNode;
  /** From 1. */
  level: number;
  isOpen: boolean;
  position: number;
  siblings: number;
}

interface Openness {
  toggled: ReadonlyMap<string, boolean>;
  shown: string | undefined;
}

/** What passed is folded, where there is more than one; what is shown, under way or failed is open. */
function rowsOf(nodes: readonly RunNode[], openness: Openness, level = 1): VisibleRow[] {
  return nodes.flatMap((node, index) => {
    const isOpen = node.children.length > 0 && isOpenAt(node, level, { ...openness, isOnly: nodes.length === 1 });
    const row = { node, level, isOpen, position: index + 1, siblings: nodes.length };
    return isOpen ? [row, ...rowsOf(node.children, openness, level + 1)] : [row];
  });
}

function isOpenAt(node: RunNode, level: number, { toggled, shown, isOnly }: Openness & { isOnly: boolean }): boolean {
  const choice = toggled.get(node.key);
  if (choice !== undefined) return choice;
  if (level > 1 || isOnly || shown?.startsWith(`${node.key}.`)) return true;
  return isBad(node) || node.state === 'running' || node.state === 'paused';
}
