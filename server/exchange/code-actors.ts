/** Who acts in exported code: the first actor in `page`, each other one in a page of a context of their own. */
import type { Action } from '../../model/actions/index.ts';
import type { TestActor } from '../../model/project/actor.ts';
import type { Test } from '../../model/project/test.ts';
import type { CodeContext, CodeLines } from './code-parts.ts';
import { type NameScope, pageIn, propertyName, quoted } from './code-values.ts';

/** An actor who has a window beside that of the test, and the variables for it. */
interface ActorInCode extends Pick<TestActor, 'name' | 'device' | 'role'> {
  page: string;
  context: string;
}

export interface ActorsInCode {
  /** Undefined where nobody is named. */
  first: Pick<TestActor, 'name' | 'device' | 'role'> | undefined;
  others: readonly ActorInCode[];
}

/** Letters with accents lose them; the fallback stands for a text without Latin letters, and before a digit. */
export function camelCase(name: string, fallback: string): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word, at) => (at === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1).toLowerCase()))
    .join('');
  return /^[A-Za-z]/.test(joined) ? joined : `${fallback}${joined}`;
}

/** The actors that rows of these tests name. */
export const actorsNamedIn = (tests: readonly Pick<Test, 'actions'>[]): string[] => [
  ...new Set(tests.flatMap(({ actions }) => actions.flatMap(({ actor }) => actor ?? []))),
];

/** `tests`: the one that runs and all that it plugs in, itself first. */
export function actorsInCode(tests: readonly Test[]): ActorsInCode {
  const [running] = tests;
  const [first] = running?.actors ?? [];
  const known = tests.flatMap(({ actors = [] }) => actors);
  const stems = stemsFor(actorsNamedIn(tests).filter(name => name !== first?.name));
  // Contexts have the options of the test, but the device of the first actor is theirs alone.
  const usual = first?.device === undefined ? undefined : (running?.browser?.device ?? 'Desktop Chrome');
  const others = [...stems].map(([name, stem]): ActorInCode => {
    const { device = usual, role } = known.find(actor => actor.name === name) ?? {};
    return { name, device, role, page: `${stem}Page`, context: `${stem}Context` };
  });
  return { first, others };
}

function stemsFor(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name, at) => {
      const number = /^\P{L}*\d/u.test(name) ? '' : at + 2;
      return [name, unusedStem(camelCase(name, `actor${number}`), taken)];
    }),
  );
}

function unusedStem(wanted: string, taken: Set<string>): string {
  let stem = wanted;
  for (let count = 2; taken.has(stem); count += 1) stem = `${wanted}${count}`;
  taken.add(stem);
  return stem;
}

/** By the names of all of them; undefined where only one acts. */
export function pagesOf({ first, others }: ActorsInCode): NameScope['actors'] {
  if (others.length === 0) return undefined;
  const own: [string, string][] = first === undefined ? [] : [[first.name, 'page']];
  return new Map([...own, ...others.map(({ name, page }): [string, string] => [name, page])]);
}

/** In the function of a plugged test, whose caller gives the pages: their names there, and the parameter for them. */
export function pagesGiven(names: readonly string[]): { actors: NameScope['actors']; parameter: string } {
  if (names.length === 0) return { actors: undefined, parameter: '' };
  const actors = new Map([...stemsFor(names)].map(([name, stem]) => [name, `${stem}Page`]));
  const parts = [...actors].map(([name, page]) => `${propertyName(name)}: ${page}`);
  return { actors, parameter: `, { ${parts.join(', ')} }: Record<string, Page> = {}` };
}

/** An argument with the pages that a function asks for. */
export function pagesToGive(names: readonly string[], { scope }: Pick<CodeContext, 'scope'>): string {
  const pairs = names.map(name => `${propertyName(name)}: ${scope.actors?.get(name) ?? pageIn({ scope })}`);
  return pairs.length === 0 ? '' : `{ ${pairs.join(', ')} }`;
}

/** The importer reads the names there. */
const said = (name: string, page: string): string => `// ${name} acts in ${page}.`;

export function openingLines({ first, others }: ActorsInCode, { tabs }: { tabs: boolean }): CodeLines {
  if (others.length === 0) return [];
  return [
    ...(first === undefined ? [] : [said(first.name, 'page')]),
    ...others.flatMap(({ name, page, context, device }) => {
      const given = device === undefined ? '' : `{ ...devices[${quoted(device)}] }`;
      return [
        said(name, page),
        `const ${context} = await browser.newContext(${given});`,
        `${tabs ? 'let' : 'const'} ${page} = await ${context}.newPage();`,
      ];
    }),
  ];
}

export const closingLines = ({ others }: ActorsInCode): CodeLines =>
  others.map(({ context }) => `await ${context}.close();`);

/** What has to be done by hand. */
export const actorNotes = ({ first, others }: ActorsInCode): string[] =>
  [first, ...others].flatMap(actor =>
    actor?.role === undefined
      ? []
      : [`${actor.name} is not signed in as “${actor.role}”: use storageState of Playwright.`],
  );

/** The place where the row is done: the page of its actor. */
export function actingIn({ actor }: Action, context: CodeContext): CodeContext {
  const page = actor === undefined ? undefined : context.scope.actors?.get(actor);
  return page === undefined ? context : { ...context, scope: { ...context.scope, page } };
}
