import type { RunItem } from '../../../model/run/run.ts';
import { jsonBytes, REPLY_BYTES, takeFitting } from './reply-size.ts';

interface CutResults {
  items: RunItem[];
  /** What was left out and how to get it. */
  omitted?: string;
}

const count = (items: readonly RunItem[]): number => items.reduce((sum, item) => sum + item.actions.length, 0);

/** Results of tests cut to the size of a reply, or each test to the `limit` actions that the caller asks for. */
export function cutResults(items: readonly RunItem[], limit: number | undefined): CutResults {
  const kept =
    limit === undefined ? fitting(items) : items.map(item => ({ ...item, actions: item.actions.slice(0, limit) }));
  const tests = items.length - kept.length;
  const actions = count(items) - count(kept);
  if (tests + actions === 0) return { items: kept };
  const all = Math.max(...items.map(item => item.actions.length));
  const what = tests === 0 ? '' : `${tests} of ${items.length} tests or rows, `;
  return { items: kept, omitted: `${what}${actions} actions left out; ask with limit: ${all} for all of them.` };
}

function fitting(items: readonly RunItem[]): RunItem[] {
  const kept: RunItem[] = [];
  let left = REPLY_BYTES;
  for (const item of items) {
    const frame = jsonBytes({ ...item, actions: [] });
    if (kept.length > 0 && left < frame) break;
    const short = { ...item, actions: takeFitting(item.actions, left - frame) };
    kept.push(short);
    left -= jsonBytes(short);
  }
  return kept;
}
