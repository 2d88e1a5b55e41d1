import { z } from 'zod';
import { useIde, useIdeState } from '../../app/context.tsx';
import { useCall } from '../../app/queries.ts';
import { showFailure } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { openWindowObstacle } from '../../commands/point.ts';

/** Reply of `performAction` where the action has failed. */
const Failed = z.object({ error: z.object({ message: z.string() }) });

export function useWindowCall() {
  const { session } = useIde();
  const { call, start } = useCall<void>({ outlivesView: true });
  /** False where it failed, which is shown already. */
  const run = async (title: string, name: string, given?: Record<string, unknown>): Promise<boolean> => {
    let isDone = false;
    const ask = async () => {
      const failed = Failed.safeParse(await session.callTool(name, given)).data;
      isDone = failed === undefined;
      if (failed !== undefined) showFailure(`Could not run “${title}”`, failed.error.message);
    };
    await start(() => attempt(title, ask));
    return isDone;
  };
  return { isBusy: call.phase === 'working', run };
}

export const useWindowObstacle = (): string | undefined => useIdeState(openWindowObstacle);
