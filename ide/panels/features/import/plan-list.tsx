import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { WarningIcon } from '../../../ui/icons.ts';
import classes from './import.module.css';
import { isChoosable, type PlanItem } from './plan.ts';

const ROW_PX = 30;

interface PlanListProps {
  items: readonly PlanItem[];
  chosen: ReadonlySet<string>;
  isBusy: boolean;
  onToggle(key: string, isOn: boolean): void;
}

/** Thousands of files may come: only those in view are drawn. */
export function PlanList({ items, chosen, isBusy, onToggle }: PlanListProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  return (
    <section ref={setScroller} className={classes.list} aria-label="Features that would come">
      {items.length === 0 && <p className={classes.facts}>Nothing has that in its name.</p>}
      <div role="list" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index];
          return (
            item && (
              <div
                key={`${item.kind} ${item.key}`}
                role="listitem"
                className={classes.item}
                style={{ height: size, transform: `translateY(${start}px)` }}
                data-kind={item.kind}
              >
                <Item
                  item={item}
                  isOn={chosen.has(item.key)}
                  isBusy={isBusy}
                  onToggle={isOn => onToggle(item.key, isOn)}
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
  onToggle(isOn: boolean): void;
}

function Item({ item, isOn, isBusy, onToggle }: ItemProps) {
  if (item.kind === 'failed')
    return (
      <div className={classes.label}>
        <WarningIcon size={14} aria-hidden />
        <Words item={item} />
      </div>
    );
  return (
    <label className={classes.label}>
      <input
        type="checkbox"
        checked={isOn && isChoosable(item)}
        disabled={isBusy || !isChoosable(item)}
        onChange={event => onToggle(event.currentTarget.checked)}
      />
      <Words item={item} />
    </label>
  );
}

const Words = ({ item: { kind, file, name, note } }: { item: PlanItem }) => (
  <>
    <span className={classes.file} dir="auto" title={name}>
      {file}
    </span>
    <span className={classes.kind}>{kind}</span>
    <span className={classes.note} dir="auto" title={note}>
      {note}
    </span>
  </>
);
