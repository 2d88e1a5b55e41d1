import { useEffect, useState } from 'react';
import { z } from 'zod';
import { isAppError } from '../../../../model/errors/errors.ts';
import type { MomentSide } from '../../../../model/protocol/moments.ts';
import { messageOf } from '../../../app/bridge-client.ts';
import { useIde } from '../../../app/context.tsx';
import type { Session } from '../../../app/session.ts';
import { useIsUnderWay } from '../use-run.ts';

const Page = z.object({ url: z.string(), width: z.number(), height: z.number() });
export type MomentPage = z.infer<typeof Page>;

const ShownRequest = z.object({
  method: z.string(),
  url: z.string(),
  type: z.string(),
  status: z.number().optional(),
  ms: z.number().optional(),
  failure: z.string().optional(),
});
export type ShownRequest = z.infer<typeof ShownRequest>;

const Facts = z.object({
  before: Page.optional(),
  after: Page.optional(),
  requests: z.array(ShownRequest),
  console: z.array(z.object({ level: z.string(), text: z.string() })),
  /** The address of the pages, which is valid for a while. */
  pages: z.string(),
});
export type Moment = z.infer<typeof Facts> & { of: MomentOf };

const Body = z.object({
  mediaType: z.string(),
  sizeBytes: z.number(),
  text: z.string().optional(),
  cut: z.number().optional(),
});
export type ShownBody = z.infer<typeof Body>;

const Message = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: Body.optional(),
  /** Why its body is missing; the end of a sentence. */
  reason: z.string().optional(),
});

const Exchange = z.object({ request: Message, response: Message.optional() });
export type ShownExchange = z.infer<typeof Exchange>;

const Found = z.object({ found: z.array(z.number()) });

const Picked = z.object({
  element: z.object({ matches: z.array(z.object({ locator: z.string(), count: z.number() })) }).nullable(),
});

const Located = z.object({ way: z.array(z.number()).nullable() });

export interface MomentOf {
  projectId: string;
  runId: string;
  moment: number;
}

interface Shown {
  moment?: Moment;
  problem?: string;
  /** Those that are known already, to be loaded in advance. */
  near: readonly Moment[];
}

type KnownMoments = ReadonlyMap<string, Moment>;

/** More than anybody switches between; the addresses of older ones may have expired. */
const MOST_KNOWN = 12;

export const keyOf = ({ runId, moment }: MomentOf): string => `${runId} ${moment}`;

const AGAIN_MS = 500;
/** When a run has just ended, its pages may be on their way to their place. */
const TRIES_AFTER_RUN = 4;

/** While its run goes on, a result may come before its pages are stored, so that they are asked for again. */
export function useMoment(of: MomentOf, neighbours: readonly number[]): Shown {
  const { projectId, runId, moment } = of;
  const nextTo = neighbours.join();
  const { session } = useIde();
  const [known, setKnown] = useState<KnownMoments>(new Map());
  const [problem, setProblem] = useState<{ key: string; text: string }>();
  const [last, setLast] = useState<Moment>();
  const isRunOn = useIsUnderWay(runId);
  const shown = known.get(keyOf(of));
  if (shown !== undefined && shown !== last) setLast(shown);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const learn = async (each: MomentOf) => {
      const found = await readMoment(session, each, signal);
      if (!signal.aborted) setKnown(before => new Map([...before, [keyOf(each), found] as const].slice(-MOST_KNOWN)));
    };
    const learnNear = async () => {
      for (const next of nextTo.split(',').filter(each => each !== ''))
        if (!signal.aborted) await learn({ projectId, runId, moment: Number(next) }).catch(() => {});
    };
    let again: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    const miss = (error: unknown) => {
      if (signal.aborted) return;
      tries += 1;
      if (isRunOn || tries < TRIES_AFTER_RUN) again = setTimeout(learnAll, AGAIN_MS);
      else setProblem({ key: keyOf({ projectId, runId, moment }), text: problemOf(error) });
    };
    const learnAll = () => learn({ projectId, runId, moment }).then(learnNear, miss);
    void learnAll();
    return () => {
      leaving.abort();
      clearTimeout(again);
    };
  }, [session, projectId, runId, moment, nextTo, isRunOn]);
  const near = neighbours.flatMap(each => known.get(keyOf({ projectId, runId, moment: each })) ?? []);
  return {
    near,
    ...(problem?.key === keyOf(of) && shown === undefined ? { problem: problem.text } : {}),
    ...((shown ?? last) === undefined ? {} : { moment: shown ?? last }),
  };
}

const addressOf = ({ projectId, runId, moment }: MomentOf, rest = '', query = ''): string =>
  `/api/moments/${runId}/${moment}${rest}?projectId=${projectId}${query}`;

export async function readMoment(session: Session, of: MomentOf, signal: AbortSignal): Promise<Moment> {
  const response = await session.fetch(addressOf(of), { signal });
  return { ...Facts.parse(await response.json()), of };
}

/** `index`: among the requests of the action. */
export async function readExchange(
  session: Session,
  of: MomentOf,
  index: number,
  signal: AbortSignal,
): Promise<ShownExchange> {
  const response = await session.fetch(addressOf(of, `/requests/${index}`), { signal });
  return Exchange.parse(await response.json());
}

/** Positions among the requests of the action. `text`: 1 to 200 characters. */
export async function findInBodies(
  session: Session,
  of: MomentOf,
  text: string,
  signal: AbortSignal,
): Promise<number[]> {
  const response = await session.fetch(addressOf(of, '/requests', `&text=${encodeURIComponent(text)}`), { signal });
  return Found.parse(await response.json()).found;
}

export interface FoundLocator {
  locator: string;
  count: number;
}

/** The best one first; none where no locator finds the element at the point. */
export async function pickFrom(
  session: Session,
  of: MomentOf,
  { side, x, y }: { side: MomentSide; x: number; y: number },
  signal: AbortSignal,
): Promise<FoundLocator[]> {
  const response = await session.fetch(addressOf(of, '/pick', `&side=${side}&x=${x}&y=${y}`), { signal });
  const { element } = Picked.parse(await response.json());
  return element?.matches ?? [];
}

/** The way to an element in the page, as its document takes it; undefined where the locator finds none. */
export async function wayTo(
  session: Session,
  of: MomentOf,
  { side, locator }: { side: MomentSide; locator: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const query = `&side=${side}&locator=${encodeURIComponent(locator)}`;
  const response = await session.fetch(addressOf(of, '/element', query), { signal });
  return Located.parse(await response.json()).way?.join();
}

function problemOf(error: unknown): string {
  if (isAppError(error, 'not-found')) return 'The run no longer has the page of this action.';
  return `The page could not be loaded: ${messageOf(error)}`;
}
