import { stepPlace } from './references.ts';
import type { VersionContent } from './version-content.ts';

/** A code or unique name that several things have, because two branches gave it. */
export interface Collision {
  code: string;
  message: string;
}

export const REPAIR_COMMAND = 'steploom verify --repair';

const SHOWN = 5;

export const collisionsIn = (content: VersionContent): Collision[] => [
  ...codeCollisions(content),
  ...nameCollisions(content),
  ...linkCollisions(content),
];

function codeCollisions(content: VersionContent): Collision[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const code of codesIn(content)) {
    if (seen.has(code)) twice.add(code);
    seen.add(code);
  }
  return [...twice].map(code => ({ code, message: explain(code, placesOf(content, code)) }));
}

function* codesIn({ modules, environments, features }: VersionContent): Generator<string> {
  for (const { featureCode } of features.features) yield featureCode;
  for (const { environmentCode } of environments.environments) yield environmentCode;
  for (const { tests } of modules.values())
    for (const { testCode, actions } of tests) {
      yield testCode;
      for (const { actionId } of actions) yield actionId;
    }
}

function placesOf(content: VersionContent, code: string): string[] {
  const places = namesOf(content, code);
  for (const { moduleCode, tests } of content.modules.values())
    for (const { testCode, name, actions } of tests) {
      if (testCode === code) places.push(`"${name}" in module ${moduleCode}`);
      for (const [index, { actionId }] of actions.entries())
        if (actionId === code) places.push(`${moduleCode}.${testCode} action ${index}`);
    }
  return places;
}

const namesOf = ({ environments, features }: VersionContent, code: string): string[] => [
  ...environments.environments.flatMap(({ environmentCode, name }) => (environmentCode === code ? [`"${name}"`] : [])),
  ...features.features.flatMap(({ featureCode, file }) => (featureCode === code ? [`"${file}"`] : [])),
];

const NOUNS: Readonly<Record<string, string>> = { t: 'tests', a: 'actions', e: 'environments', f: 'features' };

function explain(code: string, places: readonly string[]): string {
  const noun = NOUNS[code.charAt(0)] ?? 'things';
  const more = places.length > SHOWN ? `, and ${places.length - SHOWN} more` : '';
  const found = `${places.length} ${noun} have the code ${code}: ${places.slice(0, SHOWN).join(', ')}${more}.`;
  return `${found} Next: "${REPAIR_COMMAND}" gives all but the first of them codes of their own.`;
}

/** The first link of a text counts. */
function linkCollisions({ links }: VersionContent): Collision[] {
  return links.links.flatMap((link, index) => {
    const first = links.links[index - 1];
    if (first?.text !== link.text) return [];
    const message = `${stepPlace(link.text)} is linked to ${first.testCode} and to ${link.testCode}. Link it again with linkStep.`;
    return [{ code: link.testCode, message }];
  });
}

/** A name means its first environment; the others are reachable by code. */
function nameCollisions({ environments }: VersionContent): Collision[] {
  const codes = new Map<string, string>();
  return environments.environments.flatMap(({ environmentCode, name }) => {
    const key = name.toLowerCase();
    const first = codes.get(key) ?? environmentCode;
    codes.set(key, first);
    if (first === environmentCode) return [];
    const message = `Environments ${first} and ${environmentCode} have the same name "${name}". Give one of them another.`;
    return [{ code: environmentCode, message }];
  });
}
