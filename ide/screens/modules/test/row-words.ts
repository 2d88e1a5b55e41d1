import { ACTION_KINDS, type Action, actionSentence, isActionType } from '../../../../model/actions/index.ts';
import type { Sentence, SentencePart } from '../../../../model/actions/sentence.ts';
import type { NewAction } from '../../../app/edits.ts';

function valueText(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\s*\n[\s\S]*$/, ' …');
  if (Array.isArray(value))
    return value.every(item => typeof item === 'string') ? value.join(', ') : `${value.length} rows`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Part of the words of other fields. */
const SAID: ReadonlySet<string> = new Set(['not', 'accept']);

function furtherParts(action: Action, sentence: Sentence): SentencePart[] {
  const said = new Set(sentence.map(({ field }) => field));
  return Object.entries(action).flatMap(([field, value]: [string, unknown]): SentencePart[] => {
    const isOwn = ACTION_KINDS[action.type].fieldNames.some(name => name === field);
    if (!isOwn || said.has(field) || SAID.has(field) || value === undefined) return [];
    const text = typeof value === 'boolean' ? `${value ? '' : 'not '}${field}` : `${field} ${valueText(value)}`;
    return [{ text: ' · ' }, { field, text }];
  });
}

/** The color of a part replaces its quotation marks. */
const withoutMarks = (sentence: Sentence): Sentence =>
  sentence
    .map(({ text, short, field }, at) => {
      if (field !== undefined)
        return { field, text: (short ?? text).replace(/^“([^“”]*)”$/, '$1').replace(/\s*\n[\s\S]*$/, ' …') };
      const isBefore = sentence[at + 1]?.field !== undefined;
      const isAfter = sentence[at - 1]?.field !== undefined;
      const opened = isBefore ? text.replace(/“$/, '') : text;
      return { text: isAfter ? opened.replace(/^”/, '') : opened };
    })
    .filter(({ text, field }) => text !== '' || field !== undefined);

/** An action that is not stored yet may be incomplete: then its kind. */
const sentenceOfAny = (action: { type: string }, stored: Action | undefined): Sentence => {
  const read = isActionType(action.type)
    ? ACTION_KINDS[action.type].schema.safeParse({ actionId: 'a1', ...action })
    : undefined;
  if (read?.success === true) return sentenceOfAction(read.data);
  if (stored?.type === action.type) return sentenceOfAction(stored);
  return [{ text: isActionType(action.type) ? ACTION_KINDS[action.type].label : action.type }];
};

function sentenceOfAction(action: Action): Sentence {
  const { remark, label } = ACTION_KINDS[action.type];
  const own = actionSentence(action);
  // A remark appears alone in runs; a row says what it is.
  const isBare = remark !== undefined && own[0]?.field === remark;
  const sentence = isBare ? [{ text: `${label} ` }, ...own] : own;
  return [...sentence, ...furtherParts(action, sentence)];
}

/** `testName`: of a plugged test, whose code says nothing to people. */
export function rowSentence(
  action: NewAction,
  { stored, testName }: { stored?: Action | undefined; testName?: string | undefined },
): Sentence {
  const sentence = withoutMarks(sentenceOfAny(action, stored));
  return testName === undefined
    ? sentence
    : sentence.map(part => (part.field === 'test' ? { ...part, text: testName } : part));
}

export const textOfRow = (sentence: Sentence): string => sentence.map(({ text }) => text).join('');

export function blockDepths(actions: readonly { type: string }[]): number[] {
  let depth = 0;
  return actions.map(({ type }) => {
    const part = isActionType(type) ? ACTION_KINDS[type].block : 'leaf';
    if (part === 'end') depth = Math.max(0, depth - 1);
    const own = part === 'else' ? Math.max(0, depth - 1) : depth;
    if (part === 'open') depth += 1;
    return own;
  });
}
