import { useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../../model/errors/errors.ts';
import type { Stage } from '../../../../model/project/feature-server.ts';
import { useIde } from '../../../app/context.tsx';
import type { ArgumentsOf } from '../../../app/tool-replies.ts';
import type { TryReply } from './reply.ts';

/** `at`: by the page's clock, in ms. */
export interface BegunStage {
  stage: string;
  at: number;
}

export type Check =
  | { phase: 'none' }
  /** `begun`: the stages so far, of which all but the last are done. */
  | { phase: 'working'; begun: readonly BegunStage[] }
  | { phase: 'cancelled' }
  /** `at`: by the page's clock, in ms. */
  | { phase: 'done'; reply: TryReply; at: number };

/** Half a minute that the service allows a check, and a margin. */
const LIMIT_MS = 60_000;

export function useCheck() {
  const { session } = useIde();
  const [check, setCheck] = useState<Check>({ phase: 'none' });
  const calling = useRef<AbortController>(undefined);
  useEffect(() => () => calling.current?.abort(), []);

  /** Undefined when cancelled. Errors: those of the tool, `ConnectionLost`. */
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
