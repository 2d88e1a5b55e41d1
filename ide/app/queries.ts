/** State of queries and calls to the service. Knows no screen. */
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { isAppError } from '../../model/errors/errors.ts';
import { isRefusal, messageOf, type RequestOptions } from './bridge-client.ts';
import { useIde, useIdeState, useIsConnected } from './context.tsx';
import type { Session } from './session.ts';
import { type Loaded, snapshotOf } from './state.ts';
import { showFailure } from './toasts.tsx';
import type { ArgumentsOf, ReplyOf, ToolName } from './tool-replies.ts';

interface HowToRead {
  isWanted?: boolean;
  /** A failure does not replace the last answer. */
  isKept?: boolean;
  /** Reads again at this pace while the page is visible, for what changes elsewhere. */
  everyMs?: number | undefined;
}

/** Reads when connected, and again whenever a cause changes; the last answer stays until the next one arrives. */
export function useRead<Value>(
  read: (session: Session, options: { signal: AbortSignal }) => Promise<Value>,
  causes: readonly unknown[],
  { isWanted = true, isKept = false, everyMs }: HowToRead = {},
) {
  const { session } = useIde();
  const isRead = useIsConnected() && isWanted;
  const [reply, setReply] = useState<Loaded<Value>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const asking = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the causes identify what is read
  useEffect(() => {
    if (!isRead) return undefined;
    const mine = new AbortController();
    const { signal } = mine;
    asking.current = mine;
    const end = (next: (old: Loaded<Value>) => Loaded<Value>) => {
      if (signal.aborted) return;
      asking.current = undefined;
      setReply(next);
    };
    read(session, { signal }).then(
      value => end(() => ({ phase: 'ready', value })),
      (error: unknown) =>
        end(old => (isKept && old.phase === 'ready' ? old : { phase: 'failed', message: messageOf(error) })),
    );
    return () => mine.abort();
  }, [session, isRead, tries, ...causes]);
  const again = useCallback(() => setTries(count => count + 1), []);
  useEffect(() => {
    if (!isRead || everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && asking.current === undefined) again();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isRead, everyMs, again]);
  /** Takes an answer from elsewhere, such as the reply of an edit: a read under way would be older. */
  const take = useCallback((value: Value) => {
    asking.current?.abort();
    asking.current = undefined;
    setReply({ phase: 'ready', value });
  }, []);
  return { reply, again, take };
}

interface HowToReadProject extends Pick<HowToRead, 'isWanted' | 'everyMs'> {
  /** Reads again when this changes, too. */
  cause?: string | undefined;
}

/** Reads again after every edit of the project. */
export function useProjectRead<Value>(
  read: (session: Session) => Promise<Value>,
  { isWanted = true, everyMs, cause: other }: HowToReadProject = {},
) {
  const cause = useIdeState(state => {
    const snapshot = snapshotOf(state);
    return snapshot && `${snapshot.project.projectId} ${snapshot.versionId} ${snapshot.sequence}`;
  });
  return useRead(read, [cause, other], { isWanted: isWanted && cause !== undefined, isKept: true, everyMs });
}

interface HowToAsk extends HowToRead {
  timeoutMs?: number;
  /** Asks again when one of these changes. */
  causes?: readonly unknown[];
}

/** Asks again whenever the call changes. */
export const useAnswer = <Name extends ToolName>(
  name: Name,
  given: ArgumentsOf<NoInfer<Name>>,
  { timeoutMs, causes = [], ...how }: HowToAsk = {},
) =>
  useRead<ReplyOf<Name>>(
    (session, options) => session.call(name, given, { ...options, ...(timeoutMs && { timeoutMs }) }),
    [name, JSON.stringify(given), ...causes],
    how,
  );

export interface Problem {
  message: string;
  field?: string | undefined;
}

const problemOf = (error: unknown): Problem => ({
  message: messageOf(error),
  field: isAppError(error) ? error.detail.field : undefined,
});

/** Whether the component is still shown. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}

/** Does one thing at a time; keeps why it was refused until the next try or change, or tells whoever has left. */
export function useWork() {
  const isHere = useIsHere();
  const [busyWith, setBusyWith] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const isBusy = busyWith !== undefined;
  return {
    isBusy,
    busyWith,
    problem,
    refuse: setProblem,
    forget: () => setProblem(undefined),
    async run(work: (isHere: () => boolean) => Promise<unknown>, about = ''): Promise<void> {
      if (isBusy) return;
      setBusyWith(about);
      setProblem(undefined);
      try {
        await work(isHere);
      } catch (error) {
        // Others are mistakes of the page.
        if (!isRefusal(error)) throw error;
        if (isHere()) setProblem(problemOf(error));
        else showFailure('It was not done', messageOf(error));
      } finally {
        setBusyWith(undefined);
      }
    },
  };
}

export type Work = ReturnType<typeof useWork>;

/** `at`: by the page's clock, in ms. */
export interface BegunStage {
  stage: string;
  at: number;
}

export type Call<Reply = unknown> =
  | { phase: 'none' }
  /** `begun`: the stages so far, of which all but the last are done. */
  | { phase: 'working'; begun: readonly BegunStage[] }
  | { phase: 'cancelled' }
  | { phase: 'failed'; problem: Problem }
  | { phase: 'done'; reply: Reply; at: Date };

interface HowToCall {
  timeoutMs?: number | undefined;
  /** It goes on after its component is gone. */
  outlivesView?: boolean;
}

/** Work that takes long: it is cancelled on request, by the next start, and when its component goes. */
export function useCall<Reply>({ timeoutMs, outlivesView = false }: HowToCall = {}) {
  const [call, setCall] = useState<Call<Reply>>({ phase: 'none' });
  const calling = useRef<AbortController>(undefined);
  useEffect(() => (outlivesView ? undefined : () => calling.current?.abort()), [outlivesView]);
  const end = (phase: 'none' | 'cancelled') => {
    calling.current?.abort();
    setCall({ phase });
  };
  const start = async (work: (options: RequestOptions & { signal: AbortSignal }) => Promise<Reply>) => {
    calling.current?.abort();
    const mine = new AbortController();
    calling.current = mine;
    const { signal } = mine;
    let begun: readonly BegunStage[] = [];
    const show = (next: Call<Reply>) => signal.aborted || setCall(next);
    const onProgress: RequestOptions['onProgress'] = ({ message }) => {
      if (message === undefined) return;
      begun = [...begun, { stage: message, at: performance.now() }];
      show({ phase: 'working', begun });
    };
    show({ phase: 'working', begun });
    try {
      show({
        phase: 'done',
        reply: await work({ signal, ...(timeoutMs && { timeoutMs }), onProgress }),
        at: new Date(),
      });
    } catch (error) {
      show({ phase: 'failed', problem: problemOf(error) });
    }
  };
  return { call, start, cancel: () => end('cancelled'), forget: () => end('none') };
}

export function useSubmit(send: (isHere: () => boolean) => Promise<unknown>) {
  const work = useWork();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void work.run(send);
  };
  return { ...work, onSubmit };
}

/** `fields`: the names that the service has for the field. */
export const errorAt = (problem: Problem | undefined, ...fields: readonly string[]): string | undefined =>
  problem?.field !== undefined && fields.includes(problem.field)
    ? withoutName(problem.message, problem.field)
    : undefined;

/** Below a field with a label of its own, a message that begins with the name in the service need not say it. */
function withoutName(message: string, field: string): string {
  const name = `"${field}"`;
  if (!message.startsWith(name)) return message;
  const [first = '', ...rest] = message.slice(name.length).replace(/^:? /, '');
  return first.toUpperCase() + rest.join('');
}
