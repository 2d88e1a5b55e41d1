import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { StateIcon } from '../../../parts/run-states.tsx';
import { MinusIcon, WarningIcon } from '../../../ui/icons.ts';
import classes from './import.module.css';
import { isChoosable, type PlanItem } from './plan.ts';

/** Added and removed lines differ by their signs as well as by colour. */
function LineDifference({ name, diff }: { name: string; diff: string }) {
  if (diff === '') return <p className={`note ${classes.noDiff}`}>Only line endings or path differ</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section className={classes.diff} aria-label={`What changes in ${name}`} tabIndex={0}>
      {diff.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <Line key={index} line={line} />
      ))}
    </section>
  );
}

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };

function Line({ line }: { line: string }) {
  const kind = KINDS[line.charAt(0)];
  const place = /^@@ -\d+,\d+ \+(\d+)/.exec(line)?.[1];
  if (place !== undefined) return <div className={`on-raised dim ${classes.place}`}>Line {place}</div>;
  return (
    <div className={`flex as-typed break-words ${classes.line}`} data-kind={kind}>
      <span className={classes.sign}>{kind === 'removed' ? '−' : line.charAt(0)}</span>
      <span dir="auto">{line.slice(1)}</span>
    </div>
  );
}

const ROW_PX = 32;

/** The same for all chosen features: they come all at once, or none. */
export type ImportState = 'queued' | 'running' | 'passed';

interface PlanListProps {
  label: string;
  items: readonly PlanItem[];
  chosen: ReadonlySet<string>;
  /** Left out: still to be chosen. */
  state?: ImportState | undefined;
  onToggle?: (key: string, isOn: boolean) => void;
}

const idOf = ({ kind, key }: PlanItem): string => `${kind} ${key}`;

/** Thousands of files may come: only those in view are drawn. */
export function PlanList({ label, items, chosen, state, onToggle }: PlanListProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    getItemKey: index => idOf(items[index] ?? { kind: 'same', key: '', file: '', name: '', note: '' }),
    overscan: 8,
  });
  const toggleDiff = (id: string) => {
    const others = [...opened].filter(each => each !== id);
    setOpened(new Set(opened.has(id) ? others : [...others, id]));
  };
  return (
    <section ref={setScroller} className={`scroll boxed ${classes.list}`} aria-label={label}>
      {items.length === 0 && <p className="flush normal-size dim break-words">No name contains that.</p>}
      <div role="list" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const item = items[index];
          return (
            item && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                role="listitem"
                className={classes.item}
                style={{ transform: `translateY(${start}px)` }}
                data-kind={item.kind}
              >
                <Item
                  item={item}
                  isOn={chosen.has(item.key)}
                  state={state}
                  isDiffOpen={opened.has(idOf(item))}
                  onToggle={isOn => onToggle?.(item.key, isOn)}
                  onDiff={() => toggleDiff(idOf(item))}
                />
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

interface ItemProps {
  item: PlanItem;
  isOn: boolean;
  state: ImportState | undefined;
  isDiffOpen: boolean;
  onToggle(isOn: boolean): void;
  onDiff(): void;
}

function Item({ item, isOn, state, isDiffOpen, onToggle, onDiff }: ItemProps) {
  if (item.kind === 'failed')
    return (
      <div className={classes.row}>
        <div className={`row gap-md ${classes.label}`}>
          <WarningIcon size={14} aria-hidden />
          <Words item={item} />
        </div>
      </div>
    );
  return (
    <>
      <div className={classes.row}>
        {state === undefined ? (
          <label className={`row gap-md ${classes.label}`}>
            <input
              type="checkbox"
              checked={isOn && isChoosable(item)}
              disabled={!isChoosable(item)}
              onChange={event => onToggle(event.currentTarget.checked)}
            />
            <Words item={item} />
          </label>
        ) : (
          <div className={`row gap-md ${classes.label}`} data-out={!isOn || undefined}>
            {isOn ? <StateIcon state={state} label={stateWords(state, item)} /> : <MinusIcon aria-label="left out" />}
            <Words item={item} />
          </div>
        )}
        <span className={classes.diffPlace}>
          {item.diff !== undefined && (
            <Button
              size="compact-xs"
              variant="default"
              aria-expanded={isDiffOpen}
              aria-label={`Diff of ${item.name}`}
              onClick={onDiff}
            >
              Diff
            </Button>
          )}
        </span>
      </div>
      {isDiffOpen && item.diff !== undefined && <LineDifference name={item.name} diff={item.diff} />}
    </>
  );
}

const STATES: Record<ImportState, string> = { queued: 'waiting', running: 'importing', passed: 'imported' };

const stateWords = (state: ImportState, { kind }: PlanItem): string =>
  state === 'passed' && kind === 'gone' ? 'marked as gone' : STATES[state];

const Words = ({ item: { kind, file, name, note } }: { item: PlanItem }) => (
  <>
    <span className={classes.name} dir="auto" title={name}>
      {name}
    </span>
    <span className={`note ${classes.file}`} dir="auto" title={file}>
      {name === file ? '' : file}
    </span>
    <span className={`fixed-size dim ${classes.kind}`}>{kind}</span>
    <span className={`note ${classes.note}`} dir="auto" title={note}>
      {note}
    </span>
  </>
);
