/** What a command is: something that a person can make the page do, by a key, a button or a menu. */
import { isAppError } from '../../model/errors/errors.ts';
import { isUnderWay, RUN_PHASES } from '../../model/run/state.ts';
import { ConnectionLost } from '../app/bridge-client.ts';
import type { Ide } from '../app/ide.ts';
import type { Place } from '../app/places.ts';
import type { IdeState } from '../app/state.ts';
import { showFailure } from '../app/toasts.tsx';

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
  /** Its shortcut copies, cuts or pastes: browsers have events of their own for that. */
  isClipboardKey?: boolean;
  /** Why it cannot be used now; undefined when it can. */
  obstacle(situation: Situation): string | undefined;
  run(ide: Ide): void | Promise<void>;
}

interface ChosenCommand<Chosen> extends Omit<Command, 'obstacle' | 'run'> {
  chosen(situation: Situation): Chosen | undefined;
  /** Said where nothing is chosen. */
  otherwise: string;
  act(ide: Ide, chosen: Chosen): void | Promise<void>;
}

/** A command on what is chosen. */
export const onChosen = <Chosen>({ chosen, otherwise, act, ...command }: ChosenCommand<Chosen>): Command => ({
  ...command,
  obstacle: situation => (chosen(situation) === undefined ? otherwise : undefined),
  async run(ide) {
    const found = chosen(situationOf(ide));
    if (found !== undefined) await act(ide, found);
  },
});

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
    if (error instanceof ConnectionLost)
      showFailure(`Could not run “${title}”`, 'The connection to the service is lost.');
    else if (isAppError(error)) showFailure(`Could not run “${title}”`, error.message);
    else throw error;
  }
}

export const isRunning = ({ run }: IdeState): boolean =>
  RUN_PHASES.some(phase => phase === run.state && isUnderWay(phase));

export const NO_PROJECT = 'Open a project first';

/** What is in the way of commands that need the content of a project. */
export function contentObstacle({ project }: IdeState): string | undefined {
  switch (project?.snapshot.phase) {
    case undefined:
      return NO_PROJECT;
    case 'loading':
      return 'The project is loading';
    case 'failed':
      return 'The project cannot be shown';
    case 'ready':
      return undefined;
  }
}

export const NO_CONNECTION = 'The connection to the service is lost';

export const onlineObstacle = ({ state }: Situation): string | undefined =>
  state.connection.phase === 'open' ? contentObstacle(state) : NO_CONNECTION;

/** What is in the way of another run: several go on side by side. */
export const runObstacle = ({ connection }: IdeState): string | undefined =>
  connection.phase === 'open' ? undefined : NO_CONNECTION;

/** What is in the way of a run on the page that is open. */
export function windowObstacle(state: IdeState): string | undefined {
  if (state.connection.phase !== 'open') return NO_CONNECTION;
  return isRunning(state) ? `A run is ${state.run.state}: stop it first` : undefined;
}

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';

/** What is written in a text field is its own business. */
export const isForField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(TEXT_FIELDS) !== null;
