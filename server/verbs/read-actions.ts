/** Lines of verbs, read as actions. */
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { nearestNames } from '../../model/errors/nearest.ts';
import { dialog } from './of-kinds/dialog.ts';
import { evaluate } from './of-kinds/evaluate.ts';
import { expect } from './of-kinds/expect.ts';
import { mock } from './of-kinds/mock.ts';
import { plainVerbs } from './of-kinds/plain.ts';
import { wait } from './of-kinds/wait.ts';
import { readOptions } from './options.ts';
import { readLines, type WrittenLine } from './read-words.ts';
import type { ActionVerb, WrittenAction } from './verb.ts';
import { isRole, nameOfWord, type WantedElement } from './wanted-element.ts';
import { LineWords } from './words.ts';

const OWN = [expect, wait, dialog, mock, evaluate];

/** The registry: one line for each verb that acts. */
export const ACTION_VERBS: readonly ActionVerb[] = [
  ...plainVerbs([...OWN.map(({ type }) => type), 'expectRequest']),
  ...OWN,
];

const BY_NAME = new Map(
  ACTION_VERBS.flatMap(verb => [verb.name, ...(verb.also ?? [])].map(name => [name, verb] as const)),
);

export const actionVerb = (name: string | undefined): ActionVerb | undefined => BY_NAME.get(name ?? '');

export const ACTION_VERB_NAMES: readonly string[] = [...BY_NAME.keys()];

/** Of the words of one line. Errors: `invalid-params`. */
export function readActionWords([name = '', ...given]: readonly string[]): WrittenAction {
  const verb = actionVerb(name);
  if (verb === undefined) throw noSuchVerb(name, ACTION_VERB_NAMES);
  const { words: left, fields: options, nth, within } = readOptions(optionsType(verb, given), given, verb.name);
  const words = new LineWords(left, verb.usage);
  const { type, fields, elements = {} } = verb.read(words);
  words.end();
  const scope = within === undefined ? undefined : scopeOf(within, verb);
  const wanted = Object.entries(elements).map(([field, element]): [string, WantedElement] => [
    field,
    field === 'locator' ? { name: element, nth, within: scope } : { name: element },
  ]);
  return { type, fields: { ...fields, ...options }, elements: Object.fromEntries(wanted) };
}

/** A verb may write several kinds, which have other options. */
const optionsType = ({ type }: ActionVerb, given: readonly string[]): ActionVerb['type'] =>
  type === 'assert' && given.some((word, at) => word === 'request' && at < 2) ? 'expectRequest' : type;

function scopeOf([word = '', ...rest]: readonly string[], verb: ActionVerb): WantedElement['name'] {
  const words = new LineWords([word, ...rest], verb.usage);
  const element = isRole(word) ? words.takeElement() : nameOfWord(words.take('the element'));
  words.end();
  return element;
}

export function noSuchVerb(name: string, known: readonly string[]): AppError {
  const near = nearestNames(name, known);
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return new AppError('invalid-params', `There is no verb ${JSON.stringify(name.slice(0, 100))}.${hint}`, {
    expected: known.join(', '),
  });
}

/** Errors: `invalid-params`, which names the line. */
export const readActionLines = (text: string): WrittenAction[] => readLines(text).map(readLine);

function readLine({ number, words }: WrittenLine): WrittenAction {
  try {
    return readActionWords(words);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const field = `lines[${number - 1}]`;
    throw new AppError(error.kind, `Line ${number}: ${error.message}`, { ...error.detail, field });
  }
}
