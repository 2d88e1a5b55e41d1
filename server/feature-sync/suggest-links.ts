import type MiniSearch from 'minisearch';
import { linkLike, modelOfLink } from '../../model/feature/link-like.ts';
import { patternOf, withoutValues } from '../../model/feature/step-pattern.ts';
import type { ModuleCode, TestCode } from '../../model/names/codes.ts';
import type { Link, LinkParameters } from '../../model/project/link.ts';
import type { VersionContent } from '../../model/project/version-content.ts';

export interface LinkSuggestion {
  moduleCode: ModuleCode;
  testCode: TestCode;
  name: string;
  moduleName: string;
  /** How much of the step the test says, and of its name the step; 0 to 1. 1: the step differs from a linked one in values only. */
  score: number;
  /** The most similar linked step. */
  like?: string;
  /** From the link of that step, with the values of this one. */
  parameters?: LinkParameters;
}

interface Entry {
  id: TestCode;
  name: string;
  moduleName: string;
  parameters: string;
  comment: string;
  steps: string;
}

/** Names weigh most: a test is mostly called after what its step says. */
const WEIGHTS = { name: 3, steps: 3, moduleName: 1, parameters: 1, comment: 0.5 };
const CALLED = Object.keys(WEIGHTS).filter(field => field !== 'comment');
/** Weight of a word that is only in the comment of a test. */
const REMARKED = 0.3;
const ENTRIES_AT_ONCE = 500;
const ALMOST = 0.99;

/** Stems: "empties", "emptied" and "empty" are one word. */
const wordsOf = (text: string): string[] =>
  withoutValues(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(word =>
      word.length > SHORTEST_BENT ? word.replace(/(?:ies|ied|y)$/u, 'i').replace(/(?:ing|ed|es|s)$/u, '') : word,
    );

const SHORTEST_BENT = 4;

interface StepToLink {
  text: string;
  limit: number;
  /** Of all steps of the version, which tell common words from rare ones. */
  texts: readonly string[];
}

/** Best first. Nothing is linked. */
export async function suggestLinks(
  content: VersionContent,
  { text, limit, texts }: StepToLink,
): Promise<LinkSuggestion[]> {
  const linked = linksByTest(content);
  const index = await (indexes.get(content) ?? keepIndex(content, linked));
  const asked = new Set(wordsOf(text).filter(word => word !== ''));
  const found = index.search(withoutValues(text));
  const called = new Map(index.search(withoutValues(text), { fields: CALLED }).map(hit => [hit.id, hit.queryTerms]));
  const weightOf = weightsOf(content, texts);
  const whole = sum([...asked].map(weightOf));
  const suggestions = found.flatMap(({ id, queryTerms, match }): LinkSuggestion[] => {
    const module = content.moduleOf(id);
    const test = content.test(id);
    if (module === undefined || test === undefined) return [];
    const alike = (linked.get(id) ?? []).map(link => ({ link, share: shareOf(link.text, text) }));
    const [nearest] = alike.sort((one, other) => other.share - one.share);
    const parameters = nearest && parametersLike(nearest.link, text);
    const own = new Set(called.get(id));
    const matched = sum([...new Set(queryTerms)].map(word => weightOf(word) * (own.has(word) ? 1 : REMARKED)));
    const said = Object.keys(match).filter(term => match[term]?.includes('name'));
    const ofName = sum(said.map(weightOf)) / sum([...new Set(wordsOf(test.name))].map(weightOf));
    const ofStep = matched / whole;
    // A short name that the step holds as a whole, such as “Sign in”, is meant even if the step says more.
    const share = Math.min(ALMOST, Math.max(ofStep, Math.sqrt(ofStep * Math.min(1, ofName))));
    return [
      {
        moduleCode: module.moduleCode,
        testCode: id,
        name: test.name,
        moduleName: module.name,
        score: round(nearest?.share === 1 ? 1 : share),
        ...(nearest !== undefined && nearest.share > 0 ? { like: nearest.link.text } : {}),
        parameters,
      },
    ];
  });
  // The sort is stable: tests with the same score keep the order of the search.
  return suggestions.sort((one, other) => other.score - one.score).slice(0, limit);
}

/** Undefined where the values cannot be assigned. */
function parametersLike({ text, parameters }: Link, other: string): LinkParameters | undefined {
  if (parameters === undefined || patternOf(text) !== patternOf(other)) return undefined;
  const { lost, parameters: found } = linkLike(modelOfLink(text, parameters), other);
  return lost.length === 0 ? found : undefined;
}

type WeightOf = (word: string) => number;

const weightings = new WeakMap<VersionContent, WeightOf>();

/** Words that many tests and steps have, such as "the", weigh less, in any language. */
function weightsOf(content: VersionContent, texts: readonly string[]): WeightOf {
  const known = weightings.get(content);
  if (known !== undefined) return known;
  const names = [...content.modules.values()].flatMap(({ tests }) => tests.map(({ name }) => name));
  const all = [...names, ...new Set(texts.map(withoutValues))];
  const counts = new Map<string, number>();
  for (const one of all) for (const word of new Set(wordsOf(one))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (word: string) =>
    word === '' ? 0 : Math.log((all.length + 1) / ((counts.get(word) ?? 0) + 1)) + LEAST_WEIGHT;
  weightings.set(content, weightOf);
  return weightOf;
}

/** Of a word that every text has. */
const LEAST_WEIGHT = 0.1;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const round = (share: number): number => Math.round(share * 100) / 100;

function shareOf(one: string, other: string): number {
  if (withoutValues(one) === withoutValues(other)) return 1;
  const [left, right] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const common = [...left].filter(word => word !== '' && right.has(word)).length;
  return Math.min(ALMOST, common / Math.max(left.size, right.size, 1));
}

function linksByTest({ links }: VersionContent): ReadonlyMap<TestCode, Link[]> {
  const found = new Map<TestCode, Link[]>();
  for (const link of links.links) found.set(link.testCode, [...(found.get(link.testCode) ?? []), link]);
  return found;
}

/** One index per state of a version. */
const indexes = new WeakMap<VersionContent, Promise<MiniSearch<Entry>>>();

function keepIndex(content: VersionContent, linked: ReadonlyMap<TestCode, Link[]>): Promise<MiniSearch<Entry>> {
  const index = indexOf(content, linked);
  indexes.set(content, index);
  return index;
}

async function indexOf(content: VersionContent, linked: ReadonlyMap<TestCode, Link[]>): Promise<MiniSearch<Entry>> {
  const { default: Index } = await import('minisearch');
  const index = new Index<Entry>({
    fields: Object.keys(WEIGHTS),
    tokenize: wordsOf,
    searchOptions: { boost: WEIGHTS, prefix: word => word.length > 3, fuzzy: word => (word.length > 4 ? 0.2 : false) },
  });
  const entries = [...content.modules.values()].flatMap(({ name: moduleName, tests }) =>
    tests
      .filter(({ type }) => type !== 'suite')
      .map(({ testCode, name, parameters = [], comment = '' }) => ({
        id: testCode,
        name,
        moduleName,
        parameters: parameters.map(parameter => parameter.name).join(' '),
        comment,
        steps: (linked.get(testCode) ?? []).map(({ text }) => text).join('\n'),
      })),
  );
  await index.addAllAsync(entries, { chunkSize: ENTRIES_AT_ONCE });
  return index;
}
