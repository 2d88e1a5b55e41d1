import { expressionSpans } from '../values/template.ts';
import type { Locator, LocatorStep, TextMatch } from './locator.ts';

export interface LocatorWords {
  /** Name, text, label, placeholder or title. */
  own: TextMatch[];
  /** Values of ids, test ids and other attributes. */
  marks: string[];
  isOneOfMany: boolean;
}

const NOTHING: LocatorWords = { own: [], marks: [], isOneOfMany: false };

/** Only the element itself; `placeOfLocator` has what is around it. */
export function wordsOfLocator({ steps }: Locator): LocatorWords {
  return steps.reduce((said, step) => addStep(said, step), NOTHING);
}

function addStep(said: LocatorWords, step: LocatorStep): LocatorWords {
  switch (step.kind) {
    case 'hasText':
      return { ...said, own: [...said.own, step.text] };
    case 'has':
    case 'and':
    case 'or':
      return { ...said, own: [...said.own, ...wordsOfLocator(step.locator).own] };
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

const ATTRIBUTE = /#([\w-]+)|\[[\w-]+[*^$~|]?=\s*(?:"([^"]*)"|'([^']*)'|([^\]\s]+))/g;

function foundBy(step: LocatorStep): Pick<LocatorWords, 'own' | 'marks'> | undefined {
  switch (step.kind) {
    case 'role':
      return { own: step.name === undefined ? [] : [step.name], marks: [] };
    case 'text':
    case 'label':
    case 'placeholder':
    case 'altText':
    case 'title':
      return { own: [step.text], marks: [] };
    case 'testId':
      return { own: [], marks: typeof step.text === 'string' ? [step.text] : [] };
    case 'selector':
      return fromSelector(step.selector);
    default:
      return undefined;
  }
}

function fromSelector(selector: string): Pick<LocatorWords, 'own' | 'marks'> {
  const text = /^text=(?:"(.*)"|'(.*)'|(.*))$/s.exec(selector);
  if (text !== null) return { own: [text.slice(1).find(Boolean) ?? ''], marks: [] };
  const last = selector.split(/[\s>+~]+(?![^[]*\])/).at(-1) ?? '';
  return { own: [], marks: [...last.matchAll(ATTRIBUTE)].flatMap(match => match.slice(1).find(Boolean) ?? []) };
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
