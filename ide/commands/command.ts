/** A command is something that a person can make the page do, by a key, a button or a menu. */
import { isUnderWay } from '../../model/run/state.ts';
import { isRefusal, messageOf } from '../app/bridge-client.ts';
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
  /** In the syntax of tinykeys. */
  shortcut?: string;
  /** Works while a text field has the focus, too. */
  isForTextFields?: boolean;
  /** Its shortcut copies, cuts or pastes, for which browsers have events of their own. */
  isClipboardKey?: boolean;
  /** Why it cannot be used now; undefined when it can. */
  obstacle(situation: Situation): string | undefined;
  run(ide: Ide): void | Promise<void>;
}

interface ChosenCommand<Chosen> extends Omit<Command, 'obstacle' | 'run'> {
  chosen(situation: Situation): Chosen | undefined;
  otherwise: string;
  act(ide: Ide, chosen: Chosen): void | Promise<void>;
}

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

/** Does nothing while there is an obstacle; shows errors. */
export async function perform(command: Command, ide: Ide): Promise<void> {
  if (command.obstacle(situationOf(ide)) !== undefined) return;
  await attempt(command.title, async () => {
    await command.run(ide);
  });
}

/** Shows errors under the title of what was tried. */
export async function attempt(title: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    showFailure(`Could not run “${title}”`, messageOf(error));
  }
}

export const isRunning = ({ run }: IdeState): boolean => isUnderWay(run.state);

/** A paused run lets the window be used, and one beside it does nothing there. */
export const hasRunWindow = (state: IdeState): boolean =>
  isRunning(state) && state.run.state !== 'paused' && state.run.isBeside !== true;

export const NO_PROJECT = 'Open a project first';

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

/** Several runs can go on side by side. */
export const runObstacle = ({ connection }: IdeState): string | undefined =>
  connection.phase === 'open' ? undefined : NO_CONNECTION;

export function windowObstacle(state: IdeState): string | undefined {
  if (state.connection.phase !== 'open') return NO_CONNECTION;
  return isRunning(state) ? `A run is ${state.run.state}: stop it first` : undefined;
}

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';

export const isInField = (element: EventTarget | null): boolean =>
  element instanceof Element && element.closest(TEXT_FIELDS) !== null;

/** Keys in a text field belong to the field. */
export const isForField = ({ target }: Event): boolean => isInField(target);
