import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { WarningIcon } from '../../../ui/icons.ts';
import classes from './import.module.css';
import { LineDifference } from './line-difference.tsx';
import { isChoosable, type PlanItem } from './plan.ts';

const ROW_PX = 32;

interface PlanListProps {
  items: readonly PlanItem[];
  chosen: ReadonlySet<string>;
  isBusy: boolean;
  onToggle(key: string, isOn: boolean): void;
}

const idOf = ({ kind, key }: PlanItem): string => `${kind} ${key}`;

/** Thousands of files may come: only those in view are drawn. */
export function PlanList({ items, chosen, isBusy, onToggle }: PlanListProps) {
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
    <section ref={setScroller} className={classes.list} aria-label="Features that would come">
      {items.length === 0 && <p className={classes.facts}>Nothing has that in its name.</p>}
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
                  isBusy={isBusy}
                  isDiffOpen={opened.has(idOf(item))}
                  onToggle={isOn => onToggle(item.key, isOn)}
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
  isBusy: boolean;
  isDiffOpen: boolean;
  onToggle(isOn: boolean): void;
  onDiff(): void;
}

function Item({ item, isOn, isBusy, isDiffOpen, onToggle, onDiff }: ItemProps) {
  if (item.kind === 'failed')
    return (
      <div className={classes.row}>
        <div className={classes.label}>
          <WarningIcon size={14} aria-hidden />
          <Words item={item} />
        </div>
      </div>
    );
  return (
    <>
      <div className={classes.row}>
        <label className={classes.label}>
          <input
            type="checkbox"
            checked={isOn && isChoosable(item)}
            disabled={isBusy || !isChoosable(item)}
            onChange={event => onToggle(event.currentTarget.checked)}
          />
          <Words item={item} />
        </label>
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

const Words = ({ item: { kind, file, name, note } }: { item: PlanItem }) => (
  <>
    <span className={classes.name} dir="auto" title={name}>
      {name}
    </span>
    <span className={classes.file} dir="auto" title={file}>
      {name === file ? '' : file}
    </span>
    <span className={classes.kind}>{kind}</span>
    <span className={classes.note} dir="auto" title={note}>
      {note}
    </span>
  </>
);
