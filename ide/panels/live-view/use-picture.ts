import { useCallback, useEffect, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ReplyOf } from '../../app/tool-replies.ts';

interface Picture {
  picture: ReplyOf<'getScreenshot'> | undefined;
  problem: string | undefined;
  /** Another one is on its way. */
  isStale: boolean;
  retry(): void;
}

/** A new picture whenever something happened in the app window: one at a time, and the last one always comes. */
export function usePicture(): Picture {
  const { session } = useIde();
  const changes = useIdeState(state => state.appChanges);
  const projectId = useIdeState(state => state.project?.projectId);
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  const [picture, setPicture] = useState<ReplyOf<'getScreenshot'>>();
  const [problem, setProblem] = useState<string>();
  const [isStale, setStale] = useState(false);
  const isUnderWay = useRef(false);
  const isWanted = useRef(false);

  const take = useCallback(async () => {
    isWanted.current = true;
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setStale(true);
    while (isWanted.current) {
      isWanted.current = false;
      try {
        setPicture(await session.call('getScreenshot', {}));
        setProblem(undefined);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    }
    isUnderWay.current = false;
    setStale(false);
  }, [session]);

  // A picture is taken for each change, in each project, and when the connection is back.
  const cause = `${projectId} ${changes}`;
  useEffect(() => {
    if (isConnected && cause !== '') void take();
  }, [isConnected, cause, take]);
  return { picture, problem, isStale, retry: () => void take() };
}
