import { useEffect, useState } from 'react';
import { useIde } from '../../app/context.tsx';
import type { Loaded } from '../../app/state.ts';
import type { ArgumentsOf, ReplyOf, ToolName } from '../../app/tool-replies.ts';

interface Asked<Name extends ToolName> {
  name: Name;
  given: ArgumentsOf<NoInfer<Name>>;
  timeoutMs?: number;
  /** Whether it can be asked now. */
  isWanted?: boolean;
  /** It is asked anew as well when one of these is another. */
  causes?: readonly unknown[];
  /** A failure does not take away what is there. */
  isKept?: boolean;
  inWords?(error: unknown): string;
}

const plainly = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The answer of a tool, asked anew whenever the call is another; the last one stays until the next is there. */
export function useReply<Name extends ToolName>(asked: Asked<Name>) {
  const { name, given, timeoutMs, isWanted = true, causes = [], isKept = false, inWords = plainly } = asked;
  const { session } = useIde();
  const [reply, setReply] = useState<Loaded<ReplyOf<Name>>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: calls are told apart by their words
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    session.call(name, given, { signal, ...(timeoutMs && { timeoutMs }) }).then(
      value => signal.aborted || setReply({ phase: 'ready', value }),
      (error: unknown) => {
        if (signal.aborted) return;
        setReply(old => (isKept && old.phase === 'ready' ? old : { phase: 'failed', message: inWords(error) }));
      },
    );
    return () => leaving.abort();
  }, [session, name, JSON.stringify(given), isWanted, tries, ...causes]);
  return { reply, retry: () => setTries(count => count + 1) };
}
