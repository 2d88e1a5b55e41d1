import { type Counts, countsText } from '../../../model/run/counts-text.ts';
import { hasFailed, type ItemResult } from '../../../model/run/run.ts';
import type { RunWatcher, WatchedRunEvent } from '../../runs/record/run-watcher.ts';
import type { Cli } from './cli.ts';

/** A log is kept, so it gets few lines. */
const LINE_EVERY_MS = 10_000;
const ERASE_LINE = '\r\u001B[2K';
function count(counts: Omit<Counts, 'elapsedMs'>, item: ItemResult): boolean {
  const isBad = hasFailed(item);
  counts.ended += 1;
  if (isBad) counts.failed += 1;
  if (item.flaky) counts.flaky += 1;
  return isBad;
}

/** `before` gets events ahead of the reports, and clears the line of counts for what they print. */
export function printCounts({ stderr }: Pick<Cli, 'stderr'>): RunWatcher & { before: RunWatcher } {
  const startedAt = performance.now();
  const isTerminal = stderr.isTTY === true;
  const counts = { ended: 0, total: 0, failed: 0, flaky: 0 };
  let printedAt = startedAt;
  let isShown = false;
  const lift = () => {
    if (isShown) stderr.write(ERASE_LINE);
    isShown = false;
  };
  const show = (isDue: boolean) => {
    const now = performance.now();
    const text = countsText({ ...counts, elapsedMs: now - startedAt });
    if (!isTerminal && !isDue && now - printedAt < LINE_EVERY_MS) return;
    printedAt = now;
    stderr.write(isTerminal ? text : `${text}\n`);
    isShown = isTerminal;
  };
  return {
    before: { progress: lift, finished: lift },
    progress(event: WatchedRunEvent) {
      if (event.kind === 'run-started') counts.total = event.run.planned ?? 0;
      const isFirstFailure = event.kind === 'item-finished' && count(counts, event.item) && counts.failed === 1;
      const isDue = isTerminal ? counts.ended > 0 : event.kind === 'item-finished';
      if (isDue && counts.ended < counts.total) show(isFirstFailure);
    },
    finished: lift,
  };
}
