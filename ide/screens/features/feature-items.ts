import { parseTagExpression, type TagFilter } from '../../../model/values/tag-expression.ts';
import { countSteps, type Links } from '../../app/feature-links.ts';
import type { FeatureFilter, FeaturesShown } from '../../app/places.ts';
import { isRed } from '../../app/run-updates.ts';
import type { FeatureEntry, FeatureScenario } from '../../app/tool-replies.ts';
import { tagSetsOf } from '../../parts/tag-sets.ts';
import { wordFilter } from '../../ui/word-filter.ts';

export const ROOT = 'root';

export type FeatureItem =
  | { kind: 'root'; code: string; name: string }
  | { kind: 'feature'; code: string; name: string; feature: FeatureEntry }
  | { kind: 'scenario'; code: string; name: string; scenario: FeatureScenario };

export const FEATURES_SHOWN = ['all', 'red', 'failed'] as const satisfies readonly ('all' | FeaturesShown)[];

export type FeatureChildren = ReadonlyMap<string, readonly string[]>;

export const nameOf = ({ name, file }: FeatureEntry): string => name || file;

export function itemsOf(features: readonly FeatureEntry[]): ReadonlyMap<string, FeatureItem> {
  const items = new Map<string, FeatureItem>([[ROOT, { kind: 'root', code: ROOT, name: 'Features' }]]);
  for (const feature of features) {
    const { featureCode: code, scenarios } = feature;
    items.set(code, { kind: 'feature', code, name: nameOf(feature), feature });
    for (const scenario of scenarios)
      items.set(scenario.scenario, { kind: 'scenario', code: scenario.scenario, name: scenario.name, scenario });
  }
  return items;
}

export const featureOf = (code: string): string => code.replace(/\.s\d+$/, '');

interface FilterFacts extends Links {
  states: Readonly<Record<string, string>>;
}

interface FilteredTest {
  /** `isNamed`: whether the name of its feature matches. */
  isShown(scenario: FeatureScenario, isNamed: boolean): boolean;
  fits(words: string): boolean;
  withEmpty: boolean;
}

/** Empty where all is shown. */
export const filterKey = ({ text, shown }: FeatureFilter): string =>
  text.trim() === '' && shown === 'all' ? '' : `${shown} ${text.trim()}`;

const isTagText = (text: string): boolean => text.includes('@');

/** Errors: `invalid-params` for tags that cannot be read. */
function testOf({ text, shown }: FeatureFilter, { states, ...links }: FilterFacts): FilteredTest {
  const tags: TagFilter | undefined = isTagText(text) ? parseTagExpression(text) : undefined;
  const fits = wordFilter(tags === undefined ? text : '');
  const isOfKind = (scenario: FeatureScenario) => {
    if (shown === 'failed') return isRed(states[scenario.scenario]);
    const { linked, steps } = shown === 'red' ? countSteps(links, [scenario]) : { linked: 0, steps: 1 };
    return linked < steps;
  };
  return {
    fits,
    withEmpty: tags === undefined && shown === 'all',
    isShown: (scenario, isNamed) =>
      isOfKind(scenario) &&
      (tags === undefined
        ? isNamed || fits([scenario.name, scenario.scenario, ...scenario.issueKeys].join(' '))
        : tagSetsOf(scenario).some(tags)),
  };
}

/** Errors: `invalid-params` for tags that cannot be read. */
export function filterFeatures(
  features: readonly FeatureEntry[],
  filter: FeatureFilter,
  facts: FilterFacts,
): FeatureChildren {
  const { isShown, fits, withEmpty } = testOf(filter, facts);
  const kept = new Map<string, readonly string[]>([[ROOT, []]]);
  const shown: string[] = [];
  for (const feature of features) {
    const { featureCode, scenarios, file, issueKeys } = feature;
    const isNamed = fits([nameOf(feature), file, featureCode, ...issueKeys].join(' '));
    const left = scenarios.filter(scenario => isShown(scenario, isNamed)).map(({ scenario }) => scenario);
    if (left.length === 0 && !(withEmpty && isNamed)) continue;
    shown.push(featureCode);
    kept.set(featureCode, left);
  }
  return kept.set(ROOT, shown);
}
