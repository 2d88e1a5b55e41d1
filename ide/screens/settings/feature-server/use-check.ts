import { useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../../model/errors/errors.ts';
import type { Stage } from '../../../../model/project/feature-server.ts';
import { useIde } from '../../../app/context.tsx';
import type { ArgumentsOf } from '../../../app/tool-replies.ts';
import type { TryReply } from './reply.ts';

/** `at` is the page's clock, of milliseconds. */
export interface BegunStage {
  stage: string;
  at: number;
}

export type Check =
  | { phase: 'none' }
  /** `begun`: the stages so far, of which all but the last are done. */
  | { phase: 'working'; begun: readonly BegunStage[] }
  | { phase: 'cancelled' }
  /** `at` is the page's clock. */
  | { phase: 'done'; reply: TryReply; at: number };

/** The service gives a check half a minute; that, and some more for the way. */
const LIMIT_MS = 60_000;

/** Tries what is in the form, without saving it. */
export function useCheck() {
  const { session } = useIde();
  const [check, setCheck] = useState<Check>({ phase: 'none' });
  const calling = useRef<AbortController>(undefined);
  useEffect(() => () => calling.current?.abort(), []);

  /** Resolves with what came out; undefined when it was cancelled. Errors: those of the tool, `ConnectionLost`. */
  const start = async (given: ArgumentsOf<'tryFeatureServer'>): Promise<TryReply | undefined> => {
    calling.current?.abort();
    const mine = new AbortController();
    calling.current = mine;
    setCheck({ phase: 'working', begun: [] });
    const onProgress = ({ message }: { message?: Stage | string | undefined }) => {
      if (mine.signal.aborted || message === undefined) return;
      setCheck(old =>
        old.phase === 'working' ? { ...old, begun: [...old.begun, { stage: message, at: performance.now() }] } : old,
      );
    };
    try {
      const options = { signal: mine.signal, timeoutMs: LIMIT_MS, onProgress };
      const reply = await session.call('tryFeatureServer', given, options);
      if (mine.signal.aborted) return undefined;
      setCheck({ phase: 'done', reply, at: Date.now() });
      return reply;
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      setCheck({ phase: isAppError(error, 'stopped') ? 'cancelled' : 'none' });
      throw error;
    }
  };
  /** What was found out is of no more use. */
  const forget = () => {
    calling.current?.abort();
    setCheck({ phase: 'none' });
  };
  const cancel = () => {
    calling.current?.abort();
    setCheck({ phase: 'cancelled' });
  };
  return { check, start, cancel, forget };
}
