/** What a command is: something that a person can make the page do, by a key, a button or a menu. */
import { isAppError } from '../../model/errors/errors.ts';
import { isUnderWay, RUN_PHASES } from '../../model/run/state.ts';
import { ConnectionLost } from '../app/bridge-client.ts';
import type { Ide } from '../app/ide.ts';
import type { Place } from '../app/places.ts';
import type { IdeState } from '../app/state.ts';
import { showFailure } from '../app/toasts.tsx';

/** What a command looks at to tell whether it can be used. */
export interface Situation {
  state: IdeState;
  place: Place;
}

export interface Command {
  title: string;
  /** As tinykeys writes it. */
  shortcut?: string;
  /** Works while a text field has the focus, too. */
  isForTextFields?: boolean;
  /** Its keys copy, cut or paste: the browser tells of that in its own way. */
  isClipboardKey?: boolean;
  /** Why it cannot be used now; undefined when it can. */
  obstacle(situation: Situation): string | undefined;
  run(ide: Ide): void | Promise<void>;
}

export const situationOf = ({ store, navigation }: Ide): Situation => ({
  state: store.getState(),
  place: navigation.place(),
});

/** Does what a command does, unless something is in its way, and shows what goes wrong. */
export async function perform(command: Command, ide: Ide): Promise<void> {
  if (command.obstacle(situationOf(ide)) !== undefined) return;
  await attempt(command.title, async () => {
    await command.run(ide);
  });
}

/** Shows what goes wrong under the name of what was tried. */
export async function attempt(title: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (error instanceof ConnectionLost) showFailure(`${title}: not done`, 'The connection to the service is lost.');
    else if (isAppError(error)) showFailure(`${title}: not done`, error.message);
    else throw error;
  }
}

/** Whether a run is going on. */
export const isRunning = ({ run }: IdeState): boolean =>
  RUN_PHASES.some(phase => phase === run.state && isUnderWay(phase));

export const NO_PROJECT = 'Open a project first';

/** What is in the way of commands that need the content of a project. */
export function contentObstacle({ project }: IdeState): string | undefined {
  switch (project?.snapshot.phase) {
    case undefined:
      return NO_PROJECT;
    case 'loading':
      return 'The project is being read';
    case 'failed':
      return 'The project cannot be shown';
    case 'ready':
      return undefined;
  }
}

export const NO_CONNECTION = 'The connection to the service is lost';
