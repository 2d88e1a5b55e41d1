import { type Edit, editInWords } from '../app/edits.ts';
import { isUnsaved } from '../app/feature-texts.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { showDone, showFailure } from '../app/toasts.tsx';
import { attempt, type Command, contentObstacle, NO_CONNECTION, type Situation, situationOf } from './command.ts';
import { featureTarget } from './feature-target.ts';

/** Takes edits of others too: a person sees them all in one list. */
export const undo: Command = {
  title: 'Undo',
  shortcut: '$mod+z',
  obstacle({ state }) {
    return state.connection.phase === 'open' ? contentObstacle(state) : NO_CONNECTION;
  },
  async run({ editing }) {
    const reply = await editing.change('undo', { any: true });
    if (reply !== undefined) showDone(`Undone: ${editInWords(reply.undone.title)} (${reply.undone.by})`);
  },
};

/** Takes edits of others too: a person sees them all in one list. */
export const redo: Command = {
  title: 'Redo',
  shortcut: '$mod+Shift+z',
  obstacle({ state }) {
    return state.connection.phase === 'open' ? contentObstacle(state) : NO_CONNECTION;
  },
  async run({ editing }) {
    const reply = await editing.change('redo', { any: true });
    if (reply !== undefined) showDone(`Done again: ${editInWords(reply.redone.title)} (${reply.redone.by})`);
  },
};

/** The feature whose text is on the screen. */
const shownText = ({ place }: Pick<Situation, 'place'>): string | undefined =>
  isInProject(place) && place.tab === 'features' && place.view === 'text' ? place.feature : undefined;

export const saveText: Command = {
  title: 'Save the text',
  shortcut: '$mod+s',
  isForTextFields: true,
  obstacle({ state, place }) {
    const feature = shownText({ place });
    if (feature === undefined || !isUnsaved(state, feature)) return 'There is no text to save';
    return state.connection.phase === 'open' ? undefined : NO_CONNECTION;
  },
  async run({ navigation, texts }) {
    const feature = shownText({ place: navigation.place() });
    if (feature !== undefined) await texts.save(feature);
  },
};

/** Shows the file of what is chosen; of a scenario, where it stands in it. */
export const editText: Command = {
  title: 'Edit text',
  obstacle: situation => (featureTarget(situation) === undefined ? 'Choose a feature or a scenario' : undefined),
  run(ide) {
    const situation = situationOf(ide);
    const target = featureTarget(situation);
    if (target === undefined) return;
    const { place } = situation;
    const { feature, scenario } = target;
    ide.navigation.goWithin({
      tab: 'features',
      feature: feature.featureCode,
      scenario: scenario?.scenario,
      view: 'text',
      ...(isInProject(place) && { filter: place.filter, shown: place.shown }),
    });
  },
};

/** Makes an edit of an action that has no form to show a failure in. Resolves with whether it was saved. */
export async function submitEdit({ editing }: Ide, edit: Omit<Edit, 'key' | 'state'>): Promise<boolean> {
  const outcome = await editing.submit(edit);
  if (outcome.kind !== 'failed') return outcome.kind === 'saved';
  editing.discardFailed(edit.testCode);
  showFailure('Not saved', outcome.error.message);
  return false;
}

/** Takes back the newest edits of this person, whatever others have done since. */
export const takeBack = (ide: Ide, count = 1): Promise<void> =>
  attempt('Undo', async () => {
    for (let done = 0; done < count; done += 1) await ide.editing.change('undo', {});
  });
