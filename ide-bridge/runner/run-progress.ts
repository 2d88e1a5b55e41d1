import type { Action } from '../../model/actions/index.ts';
import type { ConsoleEntry, RunPlan } from '../../model/protocol/bridge.ts';
import type { AppSession } from '../browser/app-session.ts';
import { resultTitle } from './result-title.ts';

/** Passes on what pages write to the console until it is disposed. */
export function keepConsole({ console }: AppSession, keep: (entry: ConsoleEntry) => void): Disposable {
  const stop = console.listen(keep);
  return { [Symbol.dispose]: stop };
}

/** An action under way, as a status tells it. */
export const shownAction = (
  { action, actionIndex, testCode }: { action: Action; actionIndex: number; testCode: string },
  { content }: RunPlan,
) => ({
  actionIndex,
  actionId: action.actionId,
  type: action.type,
  title: resultTitle(action, content),
  testCode,
});
