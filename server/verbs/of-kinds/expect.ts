import type { Matcher } from '../../../model/actions/matchers.ts';
import { isMatcherName, matcherRule } from '../../../model/actions/matchers.ts';
import type { ActionVerb, ReadWords } from '../verb.ts';
import type { LineWords } from '../words.ts';
import { takeRequest } from './request-words.ts';

interface WrittenCheck {
  matcher: Matcher;
  not?: boolean;
}

const CHECKS: Readonly<Record<string, WrittenCheck>> = {
  visible: { matcher: 'toBeVisible' },
  hidden: { matcher: 'toBeHidden' },
  enabled: { matcher: 'toBeEnabled' },
  disabled: { matcher: 'toBeDisabled' },
  checked: { matcher: 'toBeChecked' },
  unchecked: { matcher: 'toBeChecked', not: true },
  editable: { matcher: 'toBeEditable' },
  focused: { matcher: 'toBeFocused' },
  text: { matcher: 'toHaveText' },
  contains: { matcher: 'toContainText' },
  value: { matcher: 'toHaveValue' },
  count: { matcher: 'toHaveCount' },
  attribute: { matcher: 'toHaveAttribute' },
  class: { matcher: 'toHaveClass' },
  css: { matcher: 'toHaveCSS' },
};

const OF_PAGE: Readonly<Record<string, Matcher>> = { url: 'toHaveURL', title: 'toHaveTitle' };

function checkOf(word: string): WrittenCheck | undefined {
  if (Object.hasOwn(CHECKS, word)) return CHECKS[word];
  return isMatcherName(word) ? { matcher: word } : undefined;
}

/** LineWords that the check takes behind it. */
function fits(matcher: Matcher, left: number): boolean {
  const { expected, attribute } = matcherRule(matcher);
  const most = (attribute === undefined ? 0 : 1) + (expected === 'none' ? 0 : 1);
  return left <= most && left >= (expected === 'optional' ? most - 1 : most);
}

/** Where the check is among the words: the first behind the element that has the words it takes. */
function findCheck(words: LineWords): { at: number; check: WrittenCheck } | undefined {
  const all = words.all;
  for (let at = 1; at < all.length; at++) {
    const check = checkOf(all[at] ?? '');
    if (check !== undefined && fits(check.matcher, all.length - at - 1)) return { at, check };
  }
  return undefined;
}

function ofElement(words: LineWords, isNot: boolean): ReadWords {
  // `expect text "Thank you"` is about the page as a whole.
  const isTextOfPage = words.next === 'text' && words.left === 2;
  const found = isTextOfPage ? undefined : findCheck(words);
  if (isTextOfPage) words.take('text');
  const locator = isTextOfPage
    ? ({ by: 'text', text: words.take('the text') } as const)
    : words.takeElement(found === undefined ? 0 : words.left - found.at);
  const { matcher, not = false }: WrittenCheck = found?.check ?? { matcher: 'toBeVisible' };
  if (found !== undefined) words.take('the check');
  const { attribute } = matcherRule(matcher);
  const named = attribute === undefined ? {} : { attribute: words.take(attribute) };
  const expected = words.left > 0 ? { expected: words.take('what is expected') } : {};
  const negated = isNot === not ? {} : { not: true };
  return { type: 'assert', fields: { matcher, ...named, ...expected, ...negated }, elements: { locator } };
}

function ofRequest(words: LineWords, isNot: boolean): ReadWords {
  words.take('request');
  const request = takeRequest(words);
  const status = words.left > 0 ? { status: words.take('the status') } : {};
  return { type: 'expectRequest', fields: { ...request, ...status, ...(isNot ? { not: true } : {}) } };
}

function ofPage(words: LineWords, matcher: Matcher, isNot: boolean): ReadWords {
  words.take('what');
  return {
    type: 'assert',
    fields: { matcher, expected: words.take('what is expected'), ...(isNot ? { not: true } : {}) },
  };
}

export const expect: ActionVerb = {
  name: 'expect',
  also: ['assert'],
  type: 'assert',
  usage:
    'expect [not] <element> [visible|hidden|enabled|disabled|checked|text <t>|contains <t>|value <t>|count <n>|attribute <a> <v>] | text <t> | url <u> | title <t> | request [METHOD] <url> [status]',
  about: 'check the page, an element or what was sent',
  read(words) {
    const isNot = words.next === 'not' || words.next === 'no';
    if (isNot) words.take('not');
    const { next = '' } = words;
    if (next === 'request' && words.left > 1) return ofRequest(words, isNot);
    const matcher = Object.hasOwn(OF_PAGE, next) && words.left === 2 ? OF_PAGE[next] : undefined;
    return matcher === undefined ? ofElement(words, isNot) : ofPage(words, matcher, isNot);
  },
};
