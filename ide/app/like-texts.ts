/** Red step texts that differ from another one in their values alone. Pure; what is found is kept. */
import { patternOf, valuesIn } from '../../model/feature/step-pattern.ts';
import { isLinked, type Links } from './feature-links.ts';
import type { FeatureEntry } from './tool-replies.ts';

/** The texts of each pattern with values, by each of them. */
type Groups = ReadonlyMap<string, readonly string[]>;

const NONE: readonly string[] = [];
const known = new WeakMap<readonly FeatureEntry[], Groups>();
const reds = new WeakMap<readonly string[], Links & { red: readonly string[] }>();

export function redTextsLike(
  features: readonly FeatureEntry[],
  { links, tests }: Links,
  text: string,
): readonly string[] {
  const group = groupsOf(features).get(text);
  if (group === undefined) return NONE;
  const kept = reds.get(group);
  const isFresh = kept !== undefined && kept.links === links && kept.tests === tests;
  const red = isFresh ? kept.red : group.filter(each => !isLinked({ links, tests }, each));
  if (!isFresh) reds.set(group, { links, tests, red });
  return red.includes(text) ? red.filter(other => other !== text) : red;
}

function groupsOf(features: readonly FeatureEntry[]): Groups {
  const found = known.get(features) ?? readGroups(features);
  known.set(features, found);
  return found;
}

function readGroups(features: readonly FeatureEntry[]): Groups {
  const texts = new Set(
    features.flatMap(({ scenarios }) => scenarios.flatMap(({ steps }) => steps.map(step => step.text))),
  );
  const byPattern = new Map<string, string[]>();
  for (const text of texts) {
    if (valuesIn(text).length === 0) continue;
    const pattern = patternOf(text);
    const group = byPattern.get(pattern);
    if (group === undefined) byPattern.set(pattern, [text]);
    else group.push(text);
  }
  return new Map([...byPattern.values()].flatMap(group => (group.length < 2 ? [] : group.map(text => [text, group]))));
}
