import { asPlainText } from '../../../../model/values/pattern.ts';
import { escapeExpressions } from '../../../../model/values/template.ts';
import type { PickedElement } from '../../../app/tool-replies.ts';
import type { FormTexts } from './form-fields.ts';

const TICKED = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

export const isTickable = ({ role = '' }: PickedElement): boolean => TICKED.has(role);
export const isTicked = ({ state = [] }: PickedElement): boolean => state.includes('checked');

/** A matcher where none is chosen, and what it expects unless that was written by hand. */
export function checkTexts(picked: PickedElement, texts: FormTexts, before: PickedElement | undefined): FormTexts {
  const { matcher = '', expected = '', locator = '' } = texts;
  if (matcher === '') return shownCheck(picked);
  const not: FormTexts = matcher === 'toBeChecked' && locator === '' && !isTicked(picked) ? { not: 'true' } : {};
  const shown = expectedNow(picked, matcher);
  const isOwn = expected !== '' && (before === undefined || expected !== expectedNow(before, matcher));
  return isOwn || shown === undefined ? not : { ...not, expected: shown };
}

function shownCheck(picked: PickedElement): FormTexts {
  const { value, text, isPassword } = picked.content ?? {};
  if (isTickable(picked)) return { matcher: 'toBeChecked', ...(isTicked(picked) ? {} : { not: 'true' }) };
  if (value !== undefined && isPassword !== true) return { matcher: 'toHaveValue', expected: literally(value) };
  return text === undefined ? { matcher: 'toBeVisible' } : textCheck(text);
}

function expectedNow({ name, content = {} }: PickedElement, matcher: string): string | undefined {
  const { text, value, isPassword } = content;
  if (matcher === 'toHaveText') return text === undefined ? undefined : literally(text);
  if (matcher === 'toContainText') return text === undefined ? undefined : literally(beginningOf(text));
  if (matcher === 'toHaveValue') return value === undefined || isPassword === true ? undefined : literally(value);
  if (matcher === 'toHaveAccessibleName') return name === undefined ? undefined : literally(name);
  return undefined;
}

/** Longer texts change for reasons that no test is about. */
const MOST_TEXT = 200;

const beginningOf = (text: string): string =>
  text.length <= MOST_TEXT ? text : text.slice(0, MOST_TEXT).replace(/\s\S*$/, '');

export const textCheck = (text: string): { matcher: string; expected: string } => ({
  matcher: text.length <= MOST_TEXT ? 'toHaveText' : 'toContainText',
  expected: literally(beginningOf(text)),
});

/** A text that reads as a regular expression becomes one that finds it. */
export const literally = (text: string): string => asPlainText(escapeExpressions(text));
