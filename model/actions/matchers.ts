import { baselineNameFault } from '../names/file-path.ts';
import { ariaTemplateFault } from '../values/aria-template.ts';
import { patternFault } from '../values/pattern.ts';
import { literalText } from '../values/template.ts';
import { numberFault } from '../values/whole-number.ts';
import { type FieldFault, type FieldText, fieldFault, fieldText } from './field-fault.ts';
import type { ElementUse, FieldUses } from './field-uses.ts';
import { elementPart, fieldPart, type Sentence, say } from './sentence.ts';

/** The registry of matchers for `assert` and `if`. Names are Playwright's, but for toPassScript, which is ours. */

interface MatcherRule {
  /** What is looked at: one element, all elements that fit, the page, one of both, or the page's script world. */
  subject: 'element' | 'elements' | 'page' | 'element or page' | 'script';
  expected: 'required' | 'optional' | 'none';
  /** What `expected` is, unless text or a regular expression. */
  holds?: 'number' | 'aria snapshot' | 'picture' | 'script';
  /** For matchers without `expected`: the state and its opposite. */
  states?: readonly [string, string];
  /** What `attribute` names, where the matcher needs it. */
  attribute?: string;
  /** Playwright's matcher takes `ignoreCase`; for others the runner makes a regular expression. */
  takesCase?: true;
  phrase: string;
  short?: string;
}

const state = (wanted: string, opposite: string, phrase = `is ${wanted}`) =>
  ({ subject: 'element', expected: 'none', states: [wanted, opposite], phrase }) as const satisfies MatcherRule;

const TEXT = { subject: 'element', expected: 'required' } as const;

export const MATCHERS = {
  toBeVisible: state('visible', 'not visible'),
  toBeHidden: state('hidden', 'visible'),
  toBeEnabled: state('enabled', 'disabled'),
  toBeDisabled: state('disabled', 'enabled'),
  toBeChecked: state('ticked', 'not ticked'),
  toBeEditable: state('editable', 'read-only'),
  toBeFocused: state('focused', 'not focused', 'has focus'),
  toBeInViewport: state('in the viewport', 'outside the viewport'),
  toHaveText: { ...TEXT, takesCase: true, phrase: 'has the text', short: 'shows' },
  toContainText: { ...TEXT, takesCase: true, phrase: 'contains the text', short: 'contains' },
  toHaveValue: { ...TEXT, phrase: 'has the value' },
  toHaveCount: { subject: 'elements', expected: 'required', holds: 'number', phrase: 'has the count' },
  toHaveAttribute: {
    subject: 'element',
    expected: 'optional',
    attribute: 'the attribute',
    takesCase: true,
    phrase: 'has the attribute',
  },
  toHaveClass: { ...TEXT, phrase: 'has the class' },
  toHaveCSS: { ...TEXT, attribute: 'the CSS property', phrase: 'has the style' },
  toHaveURL: { subject: 'page', expected: 'required', takesCase: true, phrase: 'has the address' },
  toHaveTitle: { subject: 'page', expected: 'required', phrase: 'has the title' },
  toHaveAccessibleName: { ...TEXT, takesCase: true, phrase: 'has the accessible name' },
  toMatchAriaSnapshot: {
    subject: 'element or page',
    expected: 'required',
    holds: 'aria snapshot',
    phrase: 'matches the aria snapshot',
  },
  toHaveScreenshot: {
    subject: 'element or page',
    expected: 'optional',
    holds: 'picture',
    phrase: 'looks like the picture',
  },
  toPassScript: { subject: 'script', expected: 'required', holds: 'script', phrase: 'passes the script' },
} as const satisfies Record<string, MatcherRule>;

export type Matcher = keyof typeof MATCHERS;
export const MATCHER_NAMES = Object.keys(MATCHERS).filter((name): name is Matcher => Object.hasOwn(MATCHERS, name));

export const isMatcherName = (name: unknown): name is Matcher =>
  typeof name === 'string' && Object.hasOwn(MATCHERS, name);

export const matcherRule = (matcher: Matcher): MatcherRule => MATCHERS[matcher];

const OF_PICTURES = ['tolerance', 'masks'] as const;

export function fieldsOfMatcher(matcher: unknown): FieldUses {
  if (!isMatcherName(matcher)) return {};
  const { subject, expected, attribute, holds } = matcherRule(matcher);
  const takesElement = subject !== 'page' && subject !== 'script';
  return {
    asks: [
      ...(takesElement ? ['locator'] : []),
      ...(attribute === undefined ? [] : ['attribute']),
      ...(expected === 'none' ? [] : ['expected']),
    ],
    without: [
      ...(subject === 'page' ? ['locator'] : []),
      ...(attribute === undefined ? ['attribute'] : []),
      ...(expected === 'none' ? ['expected', 'ignoreCase'] : []),
      ...(holds === 'picture' ? [] : OF_PICTURES),
    ],
  };
}

interface Assertion {
  not?: boolean | undefined;
  matcher?: Matcher | undefined;
  locator?: string | undefined;
  expected?: string | undefined;
  attribute?: string | undefined;
  tolerance?: number | undefined;
  masks?: readonly unknown[] | undefined;
}

export function assertionFault({ matcher, ...given }: Assertion): FieldFault | undefined {
  if (matcher === undefined) return undefined;
  const { locator, expected, attribute } = given;
  const rule = matcherRule(matcher);
  const ofElement = rule.subject === 'element' || rule.subject === 'elements';
  if (ofElement && locator === undefined) return { field: 'locator', message: `${matcher} needs a locator` };
  if (rule.subject === 'page' && locator !== undefined)
    return { field: 'locator', message: `${matcher} checks the page and takes no locator` };
  if (rule.attribute !== undefined && attribute === undefined)
    return { field: 'attribute', message: `${matcher} needs "attribute", the name of ${rule.attribute}` };
  if (rule.expected === 'required' && expected === undefined)
    return { field: 'expected', message: `${matcher} needs "expected"` };
  if (rule.expected === 'none' && expected !== undefined)
    return { field: 'expected', message: `${matcher} takes no "expected"; "not": true inverts it` };
  const ofPictures = pictureFault(matcher, given);
  if (ofPictures !== undefined) return ofPictures;
  const literal = expected === undefined ? undefined : literalText(expected);
  return literal === undefined ? undefined : fieldFault('expected', expectedFault(matcher, literal));
}

function pictureFault(matcher: Matcher, given: Omit<Assertion, 'matcher'>): FieldFault | undefined {
  const field = OF_PICTURES.find(name => given[name] !== undefined);
  if (field === undefined || matcherRule(matcher).holds === 'picture') return undefined;
  return { field, message: `${matcher} takes no "${field}"; toHaveScreenshot does` };
}

/** Whether `expected` is compared with a text of the page, and so may become what was found. */
export const comparesTexts = (matcher: Matcher): boolean => {
  const { expected, holds } = matcherRule(matcher);
  return expected !== 'none' && holds !== 'picture' && holds !== 'script';
};

function expectedFault(matcher: Matcher, literal: string): string | undefined {
  switch (matcherRule(matcher).holds) {
    case 'script':
      return undefined;
    case 'aria snapshot':
      return ariaTemplateFault(literal);
    case 'picture':
      return baselineNameFault(literal);
    case 'number':
      return numberFault('the count', literal);
    default:
      return patternFault(literal);
  }
}

/** Where these are negated, there need not be an element. */
const ABOUT_PRESENCE: readonly string[] = ['toBeVisible', 'toBeInViewport'];

/** Only what must hold before the assertion runs; it judges the element itself. */
export function useOfMatcher({ matcher, not = false }: Assertion): ElementUse {
  if (matcher === undefined) return 'one';
  const isAboutNone = matcherRule(matcher).subject === 'elements' || matcher === 'toBeHidden';
  return isAboutNone || (not && ABOUT_PRESENCE.includes(matcher)) ? 'any' : 'one';
}

/** No fallback where an assertion expects that nothing is found. */
export function mayFallBack({ matcher, not = false }: Assertion & { matcher: Matcher }): boolean {
  const isAbsence = not ? ABOUT_PRESENCE.includes(matcher) : matcher === 'toBeHidden';
  return matcherRule(matcher).subject !== 'elements' && !isAbsence;
}

export const scriptOfMatcher = ({ matcher, expected }: Assertion): FieldText | undefined =>
  matcher === 'toPassScript' ? fieldText('expected', expected) : undefined;

export function describeAssertion({ matcher, locator, expected, attribute, not = false }: Assertion): Sentence {
  if (matcher === undefined) return [];
  const { phrase, short = phrase } = matcherRule(matcher);
  const says = (words: string) => (not ? negated(words) : words);
  const name = attribute === undefined ? '' : say` ${fieldPart('attribute', attribute)}`;
  const text = expected === undefined ? '' : say` “${fieldPart('expected', firstLine(expected))}”`;
  const verb = { ...fieldPart('matcher', says(phrase)), short: says(short) };
  return say`${locator === undefined ? 'the page' : elementPart(locator)} ${verb}${name}${text}`;
}

const NEGATED: Readonly<Record<string, string>> = {
  is: 'is not',
  has: 'does not have',
  contains: 'does not contain',
  matches: 'does not match',
  looks: 'does not look',
  shows: 'does not show',
  passes: 'does not pass',
};

/** `is visible` becomes `is not visible`. */
export const negated = (phrase: string): string => phrase.replace(/^\w+/, verb => NEGATED[verb] ?? `not: ${verb}`);

const firstLine = (text: string): string => text.replace(/\s*\n[\s\S]*$/, '…');
