import type { WatchedRunEvent } from '../runs/record/run-watcher.ts';

export function inPlanOrder(pass: (event: WatchedRunEvent) => void): (event: WatchedRunEvent) => void {
  const early = new Map<number, WatchedRunEvent>();
  let next = 0;
  return event => {
    if (event.kind !== 'item-finished') return pass(event);
    early.set(event.itemIndex, event);
    for (let waiting = early.get(next); waiting !== undefined; waiting = early.get(next)) {
      early.delete(next);
      next += 1;
      pass(waiting);
    }
  };
}
