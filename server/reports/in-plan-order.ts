import type { RunNews } from '../runs/record/run-watcher.ts';

/** Tells what became of items in the order of the plan, whatever order they ended in; what comes too early waits. */
export function tellInOrder(tell: (news: RunNews) => void): (news: RunNews) => void {
  const early = new Map<number, RunNews>();
  let next = 0;
  return news => {
    if (news.kind !== 'item-finished') return tell(news);
    early.set(news.itemIndex, news);
    for (let waiting = early.get(next); waiting !== undefined; waiting = early.get(next)) {
      early.delete(next);
      next += 1;
      tell(waiting);
    }
  };
}
