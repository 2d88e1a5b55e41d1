import { useEffect, useState } from 'react';
import { z } from 'zod';
import { isAppError } from '../../../model/errors/errors.ts';
import type { MomentSide } from '../../../model/protocol/moments.ts';
import { useIde } from '../../app/context.tsx';
import type { Session } from '../../app/session.ts';

const Page = z.object({ url: z.string(), width: z.number(), height: z.number() });

const Moment = z.object({
  before: Page.optional(),
  after: Page.optional(),
  requests: z.array(
    z.object({ method: z.string(), url: z.string(), status: z.number(), type: z.string(), ms: z.number() }),
  ),
  console: z.array(z.object({ level: z.string(), text: z.string() })),
  /** Where the pages are shown from, for a while. */
  pages: z.string(),
});
export type Moment = z.infer<typeof Moment>;

const Picked = z.object({
  element: z.object({ matches: z.array(z.object({ locator: z.string(), count: z.number() })) }).nullable(),
});

interface MomentOf {
  projectId: string;
  runId: string;
  moment: number;
}

interface Shown {
  moment?: Moment;
  problem?: string;
}

/** What a run kept of an action; that of the one before stays until it is there. */
export function useMoment({ projectId, runId, moment }: MomentOf): Shown {
  const { session } = useIde();
  const [shown, setShown] = useState<Shown>({});
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    readMoment(session, { projectId, runId, moment }, signal).then(
      found => signal.aborted || setShown({ moment: found }),
      error => signal.aborted || setShown({ problem: problemOf(error) }),
    );
    return () => leaving.abort();
  }, [session, projectId, runId, moment]);
  return shown;
}

const addressOf = ({ projectId, runId, moment }: MomentOf, rest = '', query = ''): string =>
  `/api/moments/${runId}/${moment}${rest}?projectId=${projectId}${query}`;

async function readMoment(session: Session, of: MomentOf, signal: AbortSignal): Promise<Moment> {
  const response = await session.fetch(addressOf(of), { signal });
  return Moment.parse(await response.json());
}

export interface FoundLocator {
  locator: string;
  /** How many elements it finds. */
  count: number;
}

/** Locators of the element at a point of the page, the best one first; none where no locator finds it. */
export async function pickFrom(
  session: Session,
  of: MomentOf,
  { side, x, y }: { side: MomentSide; x: number; y: number },
): Promise<FoundLocator[]> {
  const response = await session.fetch(addressOf(of, '/pick', `&side=${side}&x=${x}&y=${y}`));
  const { element } = Picked.parse(await response.json());
  return element?.matches ?? [];
}

function problemOf(error: unknown): string {
  if (isAppError(error, 'not-found')) return 'The run no longer has the page of this action.';
  return `The page could not be loaded: ${error instanceof Error ? error.message : String(error)}`;
}
