/** Questions to the service and work that it is asked for: how each stands, for whoever shows it. Knows no screen. */
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { isAppError } from '../../model/errors/errors.ts';
import { ConnectionLost } from './bridge-client.ts';
import { useIde, useIdeState } from './context.tsx';
import type { Session } from './session.ts';
import { type Loaded, snapshotOf } from './state.ts';
import type { ArgumentsOf, ReplyOf, ToolName } from './tool-replies.ts';

export const messageOf = (error: unknown): string => {
  if (error instanceof ConnectionLost) return 'The connection to the service is lost.';
  return error instanceof Error ? error.message : String(error);
};

interface HowToRead {
  /** Whether it can be asked now. */
  isWanted?: boolean;
  /** A failure does not take away what is there. */
  isKept?: boolean;
}

/** What is read from the service, anew whenever a cause is another one; the last answer stays until the next is there. */
export function useRead<Value>(
  read: (session: Session, options: { signal: AbortSignal }) => Promise<Value>,
  causes: readonly unknown[],
  { isWanted = true, isKept = false }: HowToRead = {},
) {
  const { session } = useIde();
  const [reply, setReply] = useState<Loaded<Value>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const asking = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is told apart by its causes
  useEffect(() => {
    if (!isWanted) return undefined;
    const mine = new AbortController();
    const { signal } = mine;
    asking.current = mine;
    read(session, { signal }).then(
      value => signal.aborted || setReply({ phase: 'ready', value }),
      (error: unknown) => {
        if (signal.aborted) return;
        setReply(old => (isKept && old.phase === 'ready' ? old : { phase: 'failed', message: messageOf(error) }));
      },
    );
    return () => mine.abort();
  }, [session, isWanted, tries, ...causes]);
  const again = useCallback(() => setTries(count => count + 1), []);
  /** What is known by now, such as by the answer of a tool that changed it: what is under way would be older. */
  const take = useCallback((value: Value) => {
    asking.current?.abort();
    setReply({ phase: 'ready', value });
  }, []);
  return { reply, again, take };
}

/** What is read anew with every edit of the project, as long as there is a connection. */
export function useProjectRead<Value>(read: (session: Session) => Promise<Value>) {
  const cause = useIdeState(state => {
    const snapshot = state.connection.phase === 'open' ? snapshotOf(state) : undefined;
    return snapshot && `${snapshot.project.projectId} ${snapshot.versionId} ${snapshot.sequence}`;
  });
  return useRead(read, [cause], { isWanted: cause !== undefined, isKept: true });
}

interface HowToAsk extends HowToRead {
  timeoutMs?: number;
  /** It is asked anew as well when one of these is another. */
  causes?: readonly unknown[];
}

/** The answer of a tool, asked anew whenever the call is another. */
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

/** Why something was not done, at the field where that is known. */
export interface Problem {
  message: string;
  field?: string | undefined;
}

/** Errors: the one given, where neither the service nor the connection to it is behind it. */
export function problemOf(error: unknown): Problem {
  if (isAppError(error)) return { message: error.message, field: error.detail.field };
  if (error instanceof ConnectionLost) return { message: messageOf(error) };
  throw error;
}

/** Does one thing at a time, and keeps why that was refused until it is tried again or something is changed. */
export function useWork() {
  const [busyWith, setBusyWith] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const isBusy = busyWith !== undefined;
  return {
    isBusy,
    /** What the work is about, where it was said. */
    busyWith,
    problem,
    refuse: setProblem,
    forget: () => setProblem(undefined),
    async run(work: () => Promise<unknown>, about = ''): Promise<void> {
      if (isBusy) return;
      setBusyWith(about);
      setProblem(undefined);
      try {
        await work();
      } catch (error) {
        setProblem(problemOf(error));
      } finally {
        setBusyWith(undefined);
      }
    },
  };
}

export type Work = ReturnType<typeof useWork>;

/** A form that is sent once at a time. */
export function useSubmit(send: () => Promise<unknown>) {
  const work = useWork();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void work.run(send);
  };
  return { ...work, onSubmit };
}

/** What is wrong at a field; `fields`: under which names the service knows it. */
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
