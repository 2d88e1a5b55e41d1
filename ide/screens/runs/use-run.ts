import { useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import { isUnderWay } from '../../../model/run/state.ts';
import { messageOf } from '../../app/bridge-client.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { Session } from '../../app/session.ts';
import type { IdeState, Loaded } from '../../app/state.ts';
import type { RunReply, ShownRun } from './run-reply.ts';

/** Rests three times as long as reading took, so that a long run does not keep the service busy. */
const REST = 3;
const LEAST_REST_MS = 150;
const MOST_REST_MS = 2_000;

/** Changes whenever the stored run may have changed. */
const causeOf = ({ run, results, connection }: IdeState, runId: string): string => {
  const { state, done, scenario } = run;
  const stored = `${connection.phase} ${results.changed[runId]}`;
  return run.runId === runId ? `${stored} ${state} ${done} ${scenario} ${results.news}` : stored;
};

/** Reads a run again while it goes on, as often as the service answers in time; a long one appears page by page. */
export function useRun(runId: string) {
  const { session } = useIde();
  const [run, setRun] = useState<Loaded<RunReply>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState('');
  const [goneId, setGoneId] = useState<string>();
  const cause = `${useIdeState(state => causeOf(state, runId))} ${tries}`;
  const isWanted = cause.startsWith('open') && shown !== `${runId} ${cause}`;
  const wanted = useWanted(runId);
  const known = run.phase === 'ready' && run.value.run.runId === runId ? run.value.run : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known changes by being read
  useEffect(() => {
    if (isBusy || !isWanted) return;
    setBusy(true);
    const askedAt = performance.now();
    const take = (next: Loaded<RunReply>) => {
      setShown(`${runId} ${cause}`);
      setRun(old => (next.phase === 'failed' && old.phase === 'ready' && old.value.run.runId === runId ? old : next));
      const rest = Math.min(MOST_REST_MS, REST * (performance.now() - askedAt));
      setTimeout(() => setBusy(false), Math.max(LEAST_REST_MS, rest));
    };
    readRun(session, {
      runId,
      known,
      isWanted: () => wanted.current === runId,
      // A run that is shown already stays whole.
      onPage: value => known === undefined && setRun({ phase: 'ready', value }),
    }).then(
      value => take({ phase: 'ready', value }),
      (error: unknown) => {
        if (isAppError(error, 'not-found')) setGoneId(runId);
        take({ phase: 'failed', message: messageOf(error) });
      },
    );
  }, [session, runId, cause, isBusy, isWanted]);

  const isOther = run.phase === 'ready' && run.value.run.runId !== runId;
  return {
    run: isOther ? { phase: 'loading' as const } : run,
    retry: () => setTries(tries + 1),
    isGone: goneId === runId,
  };
}

function useWanted(runId: string) {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    wanted.current = runId;
    return () => {
      wanted.current = undefined;
    };
  }, [runId]);
  return wanted;
}

/** As many results as are read and drawn without a noticeable delay. */
export const PAGE_RESULTS = 1_500;

interface RunPagesRequest {
  runId: string;
  known: ShownRun | undefined;
  /** Called after each page but the last, with all that was read so far. */
  onPage(reply: RunReply): void;
  /** Reading stops once nobody wants the run any more. */
  isWanted(): boolean;
}

/** Of a known run, only what had not ended is read again. */
async function readRun(session: Pick<Session, 'call'>, request: RunPagesRequest): Promise<RunReply> {
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
    onPage({ ...reply, run, omitted: `${(reply.total ?? 0) - from} more are loading.` });
  }
}

/** How many results, from the first one on, are final. */
function endedBefore({ items, scenarios }: ShownRun): number {
  // Tests come before scenarios: while both are added, positions change.
  if (items.length > 0 && scenarios.length > 0) return 0;
  const all = [...items, ...scenarios];
  const open = all.findIndex(({ state }) => state === 'running');
  return open < 0 ? all.length : open;
}

function joined(known: ShownRun | undefined, page: ShownRun, from: number): ShownRun {
  if (known === undefined) return page;
  const { items, scenarios } = known;
  return {
    ...page,
    items: [...items.slice(0, from), ...page.items],
    scenarios: [...scenarios.slice(0, Math.max(0, from - items.length)), ...page.scenarios],
  };
}

export const useIsUnderWay = (runId: string): boolean =>
  useIdeState(({ run }) => run.runId === runId && isUnderWay(run.state));
