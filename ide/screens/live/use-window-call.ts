import { useState } from 'react';
import { z } from 'zod';
import { useIde, useIdeState } from '../../app/context.tsx';
import { showFailure } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { windowObstacle } from '../../commands/point.ts';

/** What performAction answers where the action did not work. */
const Failed = z.object({ error: z.object({ message: z.string() }) });

/** One call at a time that is about the app window; what goes wrong with it is shown. */
export function useWindowCall() {
  const { session } = useIde();
  const [isBusy, setBusy] = useState(false);
  /** Resolves with whether it worked. */
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

/** Why the page in the app window cannot be used now. */
export const useWindowObstacle = (): string | undefined => useIdeState(windowObstacle);
