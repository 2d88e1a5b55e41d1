import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../app/bridge-client.ts';
import { useIde } from '../../../app/context.tsx';
import type { Loaded } from '../../../app/state.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';

export type ExtensionState = ReplyOf<'getExtension'>;

const LOOK_EVERY_MS = 1_500;

/** Polled while shown, as changes are made in the browser. */
export function useExtension(): { reply: Loaded<ExtensionState>; look(): Promise<void> } {
  const { session } = useIde();
  const [reply, setReply] = useState<Loaded<ExtensionState>>({ phase: 'loading' });
  const isShown = useRef(true);
  const look = useCallback(async () => {
    try {
      const value = await session.call('getExtension', {});
      if (isShown.current) setReply({ phase: 'ready', value });
    } catch (error) {
      // Without a connection the last state stays, and the next poll tries again.
      if (isShown.current)
        setReply(old => (old.phase === 'ready' ? old : { phase: 'failed', message: messageOf(error) }));
    }
  }, [session]);
  useEffect(() => {
    isShown.current = true;
    void look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_EVERY_MS);
    return () => {
      isShown.current = false;
      clearInterval(timer);
    };
  }, [look]);
  return { reply, look };
}
