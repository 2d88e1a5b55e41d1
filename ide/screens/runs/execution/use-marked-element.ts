import { useEffect, useRef } from 'react';
import type { MomentSide } from '../../../../model/protocol/moments.ts';
import { useIdeState } from '../../../app/context.tsx';
import { useRead } from '../../../app/queries.ts';
import { keyOf, type MomentOf, wayTo } from './use-moment.ts';

/** The element that somebody wants to see in the moment. `side`: the page that is shown; undefined while there is none. */
export function useMarkedElement(of: MomentOf, side: MomentSide | undefined) {
  const section = useRef<HTMLElement>(null);
  const locator = useIdeState(({ view: { elementToShow: wanted } }) =>
    wanted?.runId === of.runId && wanted.moment === of.moment ? wanted.locator : undefined,
  );
  const about = locator === undefined || side === undefined ? undefined : `${keyOf(of)} ${side} ${locator}`;
  const { reply } = useRead(
    async (session, { signal }) =>
      locator === undefined || side === undefined
        ? { about, way: undefined }
        : { about, way: await wayTo(session, of, { side, locator }, signal) },
    [of.projectId, about],
    { isWanted: about !== undefined },
  );
  useEffect(() => {
    if (about !== undefined) section.current?.scrollIntoView({ block: 'nearest' });
  }, [about]);
  if (about === undefined) return { section, way: undefined, note: undefined };
  if (reply.phase === 'failed')
    return { section, way: undefined, note: `The element could not be found: ${reply.message}` };
  if (reply.phase === 'loading' || reply.value.about !== about)
    return { section, way: undefined, note: 'Looking for the element…' };
  const { way } = reply.value;
  return { section, way, note: way === undefined ? 'The element is not in the page that was kept.' : undefined };
}
