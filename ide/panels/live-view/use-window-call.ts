import { useState } from 'react';
import { z } from 'zod';
import { useIde, useIdeState } from '../../app/context.tsx';
import { showFailure } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';

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
export function useWindowObstacle(): string | undefined {
  const isOpen = useIdeState(state => state.app.isOpen);
  const run = useIdeState(state => state.run.state);
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  if (!isConnected) return 'The connection to the service is lost';
  if (!isOpen) return 'The app window is not open';
  return run === 'starting' || run === 'running' ? 'A run is using the window: pause or stop it first' : undefined;
}
