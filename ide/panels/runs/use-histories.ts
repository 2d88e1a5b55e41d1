import { useEffect, useState } from 'react';
import { itemKey } from '../../../model/run/item-title.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { Session } from '../../app/session.ts';
import type { ReplyOf } from '../../app/tool-replies.ts';
import { PAGE_RESULTS } from './read-run.ts';
import type { Histories, ShownHistory, ShownRun } from './run-reply.ts';

const NONE: Histories = new Map();

/** Those of the results of a run that has ended. They take long where runs are, so that the run shows without them. */
export function useHistories({ runId, state }: ShownRun): Histories {
  const { session } = useIde();
  const isOpen = useIdeState(({ connection }) => connection.phase === 'open');
  const [read, setRead] = useState<{ runId: string; histories: Histories }>();
  const hasEnded = state !== 'running' && state !== 'paused' && state !== 'starting';
  useEffect(() => {
    if (!isOpen || !hasEnded) return undefined;
    let isWanted = true;
    // Without them the report is whole but for a mark.
    readHistories(session, runId, () => isWanted).then(
      histories => isWanted && setRead({ runId, histories }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [session, runId, isOpen, hasEnded]);
  return read?.runId === runId ? read.histories : NONE;
}

async function readHistories(session: Session, runId: string, isWanted: () => boolean): Promise<Histories> {
  const histories = new Map<string, ShownHistory>();
  for (let cursor: string | undefined = '0'; cursor !== undefined && isWanted(); ) {
    const given = { runId, limit: PAGE_RESULTS, cursor, withHistory: true };
    const reply: ReplyOf<'getRun'> = await session.call('getRun', given);
    for (const result of [...reply.run.items, ...(reply.run.scenarios ?? [])])
      if (result.history !== undefined) histories.set(itemKey(result), result.history);
    cursor = reply.nextCursor;
  }
  return histories;
}
