import { z } from 'zod';
import { useIde, useIdeState } from '../../app/context.tsx';
import { useCall } from '../../app/queries.ts';
import { showFailure } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { openWindowObstacle } from '../../commands/point.ts';

/** Reply of `performAction` where the action has failed. */
const Failed = z.object({ error: z.object({ message: z.string() }) });

/** `actor`: whose window it is, where that is not the first. */
export function useWindowCall(actor?: string) {
  const { session } = useIde();
  const { call, start } = useCall<void>({ outlivesView: true });
  /** False where it failed, which is shown already. */
  const callTool = async (title: string, name: string, given?: Record<string, unknown>): Promise<boolean> => {
    let isDone = false;
    const ask = async () => {
      const failed = Failed.safeParse(await session.callTool(name, given)).data;
      isDone = failed === undefined;
      if (failed !== undefined) showFailure(`Could not run “${title}”`, failed.error.message);
    };
    await start(() => attempt(title, ask));
    return isDone;
  };
  const who = actor === undefined ? {} : { actor };
  return {
    isBusy: call.phase === 'working',
    run: (title: string, name: string, given?: Record<string, unknown>) => callTool(title, name, { ...given, ...who }),
    perform: (title: string, action: { type: string }) =>
      callTool(title, 'performAction', { action: { ...action, ...who } }),
  };
}

/** Default: of the first window. */
export const useWindowObstacle = (isOpen?: boolean): string | undefined =>
  useIdeState(state => openWindowObstacle(state, isOpen));
