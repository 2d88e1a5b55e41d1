import { useState } from 'react';
import { z } from 'zod';
import { useIde, useIdeState } from '../../app/context.tsx';
import { showFailure } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { openWindowObstacle } from '../../commands/point.ts';

/** Reply of `performAction` where the action has failed. */
const Failed = z.object({ error: z.object({ message: z.string() }) });

export function useWindowCall() {
  const { session } = useIde();
  const [isBusy, setBusy] = useState(false);
  /** False where it failed, which is shown already. */
  const call = async (title: string, name: string, given?: Record<string, unknown>): Promise<boolean> => {
    let isDone = false;
    setBusy(true);
    await attempt(title, async () => {
      const failed = Failed.safeParse(await session.callTool(name, given)).data;
      isDone = failed === undefined;
      if (failed !== undefined) showFailure(`Could not run “${title}”`, failed.error.message);
    });
    setBusy(false);
    return isDone;
  };
  return { isBusy, call };
}

export const useWindowObstacle = (): string | undefined => useIdeState(openWindowObstacle);
