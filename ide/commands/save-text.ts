import { isUnsaved } from '../app/feature-texts.ts';
import { isInProject } from '../app/places.ts';
import { type Command, NO_CONNECTION, type Situation } from './command.ts';

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
