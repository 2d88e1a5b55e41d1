import { LONGEST_FILTER, type ProjectPlace } from '../../app/places.ts';
import { oneOf, type Screen } from '../../app/screen.ts';
import type { IdeState } from '../../app/state.ts';

/** No feature has such a code. */
const LINKING = 'linking';

/** Unpaired surrogates, which an address cannot have. */
const HALF_CHARACTERS = /\p{Cs}/gu;

export const featuresScreen: Screen = {
  label: 'Features',
  entry: 'tab',
  key: 'f',
  tool: 'getFeatures',
  skeleton: { label: 'Loading the features', boxes: 1, rows: 8 },
  showsLoading: true,
  title: (state, place) => (place.isLinking ? 'Linking desk' : (nameIn(state, place) ?? 'Features')),
  read,
  below: ({ isLinking, feature, scenario }) => (isLinking ? [LINKING] : [feature, scenario]),
  asked: ({ view, filter, shown }) => ({ view, filter: filter?.replace(HALF_CHARACTERS, ''), shown }),
};

function nameIn({ features }: IdeState, { feature, scenario }: ProjectPlace): string | undefined {
  if (features.phase !== 'ready') return undefined;
  const found = features.value.find(({ featureCode }) => featureCode === feature);
  return found?.scenarios.find(one => one.scenario === scenario)?.name || found?.name;
}

function read(asked: URLSearchParams, first?: string, second?: string) {
  const filter = asked.get('filter')?.slice(0, LONGEST_FILTER) || undefined;
  if (first === LINKING && second === undefined) return { isLinking: true, filter };
  return {
    feature: first,
    scenario: second,
    view: first === undefined ? undefined : oneOf(['text', 'examples'], asked.get('view')),
    filter,
    shown: oneOf(['red', 'failed'], asked.get('shown')),
    dialog: oneOf(['import', 'push'], asked.get('dialog')),
  };
}
