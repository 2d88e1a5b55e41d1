/** Full-text search in a version. Values of secrets are not searched. */
import type { Action } from '../actions/index.ts';
import { fieldPath } from '../errors/explain-issues.ts';
import { wellFormed } from '../values/well-formed.ts';
import type { Environment } from './environment.ts';
import type { Module } from './module.ts';
import type { Test } from './test.ts';
import type { VersionContent } from './version-content.ts';

export const SEARCH_KINDS = ['module', 'test', 'action', 'environment', 'data'] as const;
type SearchKind = (typeof SEARCH_KINDS)[number];

interface SearchPlace {
  kind: SearchKind;
  name: string;
  moduleCode?: string;
  testCode?: string;
  actionIndex?: number;
  actionId?: string;
  environmentCode?: string;
}

interface SearchHit {
  place: SearchPlace;
  /** e.g. `locator` or `values[1]`. */
  field: string;
  text: string;
}

interface SearchField {
  field: string;
  text: string;
  /** Matches only as a whole: `t5` must not find `t57`. */
  isCode?: boolean;
}

const folded = (text: string): string => text.toLowerCase();

export const wordsIn = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

/** Fields that hold all of the words, names of things first, else in the order of the version. */
export function searchVersion(
  content: VersionContent,
  { text, kinds }: { text: string; kinds: ReadonlySet<SearchKind> },
): SearchHit[] {
  const words = wordsIn(text);
  const whole = folded(text.trim());
  // A test does not hold the code of its module.
  const isCode = /^m\d+\.t\d+$/.test(whole);
  const isHit = ({ text: found, isCode: isWhole = false }: SearchField): boolean => {
    const there = folded(found);
    return isWhole ? there === whole : isAmong(words, there);
  };
  const hits: SearchHit[] = [];
  const take = (place: SearchPlace, fields: Iterable<SearchField>): void => {
    if (!kinds.has(place.kind)) return;
    for (const field of fields) if (isHit(field)) hits.push({ place, field: field.field, text: field.text });
  };
  takeAll(content, { take, mayHold: test => isCode || isAmong(words, textOfTest(test)) });
  const rank = ({ field, text: found }: SearchHit): number => {
    if (field !== 'name') return 2;
    return folded(found) === whole ? 0 : 1;
  };
  return [0, 1, 2].flatMap(wanted => hits.filter(hit => rank(hit) === wanted));
}

type Take = (place: SearchPlace, fields: Iterable<SearchField>) => void;

interface SearchTaking {
  take: Take;
  /** A cheap check to skip tests that cannot match. */
  mayHold(test: Test): boolean;
}

const isAmong = (words: readonly string[], text: string): boolean => words.every(word => text.includes(word));

const textsByTest = new WeakMap<Test, string>();

/** For a test that no longer changes; cached, since most tests hold nothing of what is sought. */
function textOfTest(test: Test): string {
  const known = textsByTest.get(test);
  if (known !== undefined) return known;
  const { actions, ...fields } = test;
  const texts = [...textsOf(fields), ...actions.flatMap(action => [...fieldsOf(action)])];
  const text = folded(texts.map(field => field.text).join('\n'));
  textsByTest.set(test, text);
  return text;
}

function takeAll({ project, modules, environments }: VersionContent, taking: SearchTaking): void {
  const { take } = taking;
  take({ kind: 'data', name: project.name }, textsIn('data', project.data));
  for (const module of modules.values()) takeModule(module, taking);
  for (const environment of environments.environments) takeEnvironment(environment, take);
}

function takeModule(module: Module, { take, mayHold }: SearchTaking): void {
  const { moduleCode, name, comment, data, tests } = module;
  take({ kind: 'module', moduleCode, name }, [code('moduleCode', moduleCode), ...textsOf({ name, comment })]);
  take({ kind: 'data', moduleCode, name }, textsIn('data', data));
  for (const test of tests) if (mayHold(test)) takeTest(module, test, take);
}

function takeTest({ moduleCode }: Module, test: Test, take: Take): void {
  const { testCode, name, comment, tags, role, app, parameters, data } = test;
  const place = { moduleCode, testCode, name };
  const codes = [code('testCode', testCode), code('testCode', `${moduleCode}.${testCode}`)];
  take({ kind: 'test', ...place }, [...codes, ...textsOf({ name, comment, tags, role, app })]);
  if (parameters !== undefined || data !== undefined)
    take({ kind: 'data', ...place }, [...textsIn('parameters', parameters), ...textsIn('data', data)]);
  for (const [actionIndex, action] of test.actions.entries())
    take({ kind: 'action', ...place, actionIndex, actionId: action.actionId }, fieldsOf(action));
}

function takeEnvironment({ environmentCode, name, items }: Environment, take: Take): void {
  const place = { kind: 'environment', environmentCode, name } as const;
  take(place, [code('environmentCode', environmentCode), ...textsOf({ name })]);
  for (const [index, item] of items.entries())
    take(
      place,
      textsIn(`items[${index}]`, { name: item.name, ...(item.kind === 'secret' ? {} : { value: item.value }) }),
    );
}

const code = (field: string, text: string): SearchField => ({ field, text, isCode: true });

function* textsOf(record: object): Generator<SearchField> {
  for (const [field, value] of Object.entries(record)) yield* textsIn(field, value);
}

function* fieldsOf({ actionId: _id, type: _type, ...fields }: Action): Generator<SearchField> {
  for (const [field, value] of Object.entries(fields))
    if (field === 'test' && typeof value === 'string') yield code(field, value);
    else yield* textsIn(field, value);
}

function* textsIn(field: string, value: unknown): Generator<SearchField> {
  if (typeof value === 'string') yield { field, text: value };
  else if (typeof value === 'number') yield { field, text: String(value) };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsIn(`${field}[${index}]`, item);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* textsIn(fieldPath(field, [key]), item);
}

const BEFORE = 40;
const MOST_CHARACTERS = 160;

export function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MOST_CHARACTERS) return line;
  const there = folded(line);
  const at = Math.max(0, Math.min(...words.map(word => there.indexOf(word)).filter(place => place >= 0)));
  const start = at <= BEFORE || !Number.isFinite(at) ? 0 : at - BEFORE;
  const end = start + MOST_CHARACTERS;
  return `${start > 0 ? '…' : ''}${wellFormed(line.slice(start, end))}${end < line.length ? '…' : ''}`;
}
