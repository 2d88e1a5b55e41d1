/** Reads a run page by page: a long one keeps neither the page nor the service from other things. */
import type { Session } from '../../app/session.ts';
import type { RunReply, ShownRun } from './run-reply.ts';

/** What is read and drawn within a blink. */
export const PAGE_RESULTS = 1_500;

interface Request {
  runId: string;
  /** What was read of it before. */
  known: ShownRun | undefined;
  /** Told what is there so far, after each page but the last. */
  onPage(reply: RunReply): void;
  /** It is not read on when nobody wants it any more. */
  isWanted(): boolean;
}

/** A run as it is now. Of what is known only what had not ended is read again. */
export async function readRun(session: Pick<Session, 'call'>, request: Request): Promise<RunReply> {
  const { runId, known, onPage, isWanted } = request;
  let from = known === undefined ? 0 : endedBefore(known);
  let shown = known;
  for (;;) {
    const given = { runId, limit: PAGE_RESULTS, cursor: String(from) };
    const { nextCursor, ...reply } = await session.call('getRun', given);
    const run = joined(shown, { ...reply.run, scenarios: reply.run.scenarios ?? [] }, from);
    if (nextCursor === undefined || !isWanted()) return { ...reply, run };
    shown = run;
    from = Number(nextCursor);
    onPage({ ...reply, run, omitted: `${(reply.total ?? 0) - from} more are being read.` });
  }
}

/** How many stay as they are, from the first one on. */
export function endedBefore({ items, scenarios }: ShownRun): number {
  // Tests stand before scenarios: while both come in, places change.
  if (items.length > 0 && scenarios.length > 0) return 0;
  const all = [...items, ...scenarios];
  const open = all.findIndex(({ state }) => state === 'running');
  return open < 0 ? all.length : open;
}

/** What is known up to a position, and what was read from there on. */
function joined(known: ShownRun | undefined, page: ShownRun, from: number): ShownRun {
  if (known === undefined) return page;
  const { items, scenarios } = known;
  return {
    ...page,
    items: [...items.slice(0, from), ...page.items],
    scenarios: [...scenarios.slice(0, Math.max(0, from - items.length)), ...page.scenarios],
  };
}
