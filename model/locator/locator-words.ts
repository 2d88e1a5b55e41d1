import { escapeForPattern } from '../values/pattern.ts';
import { expressionSpans } from '../values/template.ts';
import type { Locator, LocatorStep, TextMatch } from './locator.ts';
import { selectorPieces } from './selector-pieces.ts';

/** An attribute that a locator names with its value; `testId` stands for the attribute of test ids. */
export interface AttributeClaim {
  attribute: string;
  text: TextMatch;
}

export interface LocatorWords {
  /** Name, text, label, placeholder or title. */
  own: TextMatch[];
  /** Values of ids, test ids and other attributes. */
  marks: string[];
  claims: AttributeClaim[];
  isOneOfMany: boolean;
}

const NOTHING: LocatorWords = { own: [], marks: [], claims: [], isOneOfMany: false };

/** Only the element itself; `placeOfLocator` has what is around it. */
export function wordsOfLocator({ steps }: Locator): LocatorWords {
  return steps.reduce((said, step) => addStep(said, step), NOTHING);
}

function addStep(said: LocatorWords, step: LocatorStep): LocatorWords {
  switch (step.kind) {
    case 'hasText':
      return { ...said, own: [...said.own, step.text] };
    case 'has':
    case 'or':
      return { ...said, own: [...said.own, ...wordsOfLocator(step.locator).own] };
    case 'and': {
      const { own, claims } = wordsOfLocator(step.locator);
      return { ...said, own: [...said.own, ...own], claims: [...said.claims, ...claims] };
    }
    case 'nth':
      return { ...said, isOneOfMany: true };
    case 'descendant': {
      const inner = wordsOfLocator(step.locator);
      return { ...inner, isOneOfMany: said.isOneOfMany || inner.isOneOfMany };
    }
    case 'contentFrame':
    case 'anyFrame':
      return NOTHING;
    default:
      return { ...said, ...foundBy(step) };
  }
}

type FoundBy = Pick<LocatorWords, 'own' | 'marks' | 'claims'>;

function foundBy(step: LocatorStep): FoundBy | undefined {
  switch (step.kind) {
    case 'role':
      return { own: step.name === undefined ? [] : [step.name], marks: [], claims: [] };
    case 'text':
    case 'label':
      return { own: [step.text], marks: [], claims: [] };
    case 'placeholder':
    case 'title':
      return { own: [step.text], marks: [], claims: [{ attribute: step.kind, text: step.text }] };
    case 'altText':
      return { own: [step.text], marks: [], claims: [{ attribute: 'alt', text: step.text }] };
    case 'testId':
      return {
        own: [],
        marks: typeof step.text === 'string' ? [step.text] : [],
        claims: [{ attribute: 'testId', text: step.text }],
      };
    case 'selector':
      return fromSelector(step.selector);
    default:
      return undefined;
  }
}

const CLAIMED = /^(?:title|placeholder|alt|href|name|value|aria-label|data-[\w-]+)$/;
/** An id, or an attribute with its operator and its value in one of three ways of quoting. */
const CSS_PART = /#([\w-]+)|\[\s*([\w-]+)\s*([*^$~|]?)=\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^\]\s"']+))/g;
const XPATH_PART = /@([\w-]+)\s*(=|,)\s*(?:"([^"]*)"|'([^']*)')/g;

function fromSelector(selector: string): FoundBy {
  const text = /^text=(?:"(.*)"|'(.*)'|(.*))$/s.exec(selector);
  if (text !== null) return { own: [text.slice(1).find(Boolean) ?? ''], marks: [], claims: [] };
  const [, engine, value = ''] = /^(id|data-[\w-]+)=(.*)$/s.exec(selector) ?? [];
  if (engine !== undefined) return { own: [], marks: [value], claims: claimOf(engine, value) };
  return /^(?:xpath=|\(*\.*\/|\.\.)/.test(selector) ? fromXPath(selector) : fromCss(selector);
}

function fromXPath(selector: string): FoundBy {
  const last = selectorPieces(selector, /\//).at(-1)?.text ?? '';
  const parts = [...last.matchAll(XPATH_PART)].map(([, name = '', operator, ...values]) => ({
    ...{ name, value: values.find(Boolean) ?? '' },
    operator: operator === ',' ? '*' : '',
  }));
  return fromParts(parts);
}

function fromCss(selector: string): FoundBy {
  const last = selectorPieces(selector, /[\s>+~]+/).at(-1)?.text ?? '';
  const parts = [...withoutBrackets(last).matchAll(CSS_PART)].map(([, id, name = 'id', operator = '', ...values]) => ({
    ...{ name, operator },
    value: id ?? (values.find(Boolean) ?? '').replace(/\\(.)/gs, '$1'),
  }));
  return fromParts(parts, selectorPieces(selector, /,/).length > 1);
}

interface AttributePart {
  name: string;
  operator: string;
  value: string;
}

/** One of several selectors claims nothing: another of them may be the one that finds. */
const fromParts = (parts: readonly AttributePart[], isOneOfSeveral = false): FoundBy => ({
  own: [],
  marks: parts.map(({ value }) => value).filter(Boolean),
  claims: isOneOfSeveral ? [] : parts.flatMap(({ name, value, operator }) => claimOf(name, value, operator)),
});

function claimOf(attribute: string, value: string, operator = ''): AttributeClaim[] {
  if (value === '' || !CLAIMED.test(attribute)) return [];
  const part = escapeForPattern(value);
  const sources: Record<string, string> = {
    '*': part,
    '^': `^${part}`,
    $: `${part}$`,
    '~': `(?:^|\\s)${part}(?:\\s|$)`,
    '|': `^${part}(?:-|$)`,
  };
  const source = sources[operator];
  return [{ attribute, text: source === undefined ? value : { source, flags: 'iu' } }];
}

/** Without what is in round brackets, as of `:not(…)`, which says nothing of the element itself. */
function withoutBrackets(compound: string): string {
  let depth = 0;
  let kept = '';
  for (const [token] of compound.matchAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\s\S]/g)) {
    if (token === '(') depth++;
    if (depth === 0) kept += token;
    if (token === ')') depth--;
  }
  return kept;
}

/** Several words, or one with a capital letter, and nothing that only a selector contains. */
const WORDS = /^(?:\p{Lu}[\p{L}\d’'-]*|[\p{L}\d’'-]+(?:[ ,]+[\p{L}\d’'-]+)+)[.!?…]?$/u;

/** Whether a CSS selector is probably a text of the page, given as a locator. */
export const readsAsWords = (selector: string): boolean => WORDS.test(selector);

export const locatorTexts = ({ steps }: Locator): string[] => steps.flatMap(stepTexts);

function stepTexts(step: LocatorStep): string[] {
  const computed = Object.values(step.computed ?? {});
  if ('locator' in step) return locatorTexts(step.locator);
  if (step.kind === 'role') return [...matchTexts(step.name), ...matchTexts(step.description), ...computed];
  if ('text' in step) return [...matchTexts(step.text), ...computed];
  return step.kind === 'selector' ? [step.selector] : computed;
}

function matchTexts(match: TextMatch | undefined): string[] {
  if (match === undefined || typeof match === 'string') return match === undefined ? [] : [match];
  return expressionSpans(match.source).map(({ start, end }) => match.source.slice(start, end));
}
