/** `should`, `and` and `expect`, as checks. */
import type { ActionDraft } from '../../../model/exchange/test-drafts.ts';
import { escapeForPattern, escapeTemplateForPattern } from '../../../model/values/pattern.ts';
import { bind, bindPattern, keyOf } from '../codegen-patterns.ts';
import { isFunctionNode, keptNode, type Node, type Reader } from '../codegen-reader.ts';
import { placeBelow } from '../codegen-responses.ts';
import { expectedText, fieldText, numberOf, resolved, stringOf, writtenPattern } from '../codegen-values.ts';
import { type ChaiCheck, chaiCheck } from './cypress-chai.ts';
import {
  type CypressChain,
  type CypressCommand,
  type CypressState,
  type CypressSubject,
  memberSubject,
  type StoredItem,
} from './cypress-chain.ts';
import { countedRequests } from './cypress-intercepts.ts';
import { checkResponse } from './cypress-responses.ts';
import { cssStep } from './cypress-selectors.ts';

const UNKNOWN = 'The check is not one of those that are understood.';
const COMPUTED = 'What it expects is computed by the code.';

type ElementSubject = Extract<CypressSubject, { of: 'elements' }>;
type ReadingSubject = Extract<CypressSubject, { of: 'reading' }>;

const isThere = (locator: string): ActionDraft => ({
  type: 'assert',
  matcher: 'toHaveCount',
  locator,
  expected: '0',
  not: true,
});
const isGone = (locator: string): ActionDraft => ({ type: 'assert', matcher: 'toHaveCount', locator, expected: '0' });

/** Cypress wants an element even where something is not so. */
const without = (subject: ElementSubject, locator: string): ActionDraft[] => [
  isThere(subject.locator),
  isGone(locator),
];

type Checks = ActionDraft[] | string;

interface OnElements {
  subject: ElementSubject;
  chain: CypressChain;
  check: ChaiCheck;
}

const stated =
  (matcher: string): ((on: OnElements) => Checks) =>
  ({ subject, check }) => [
    { type: 'assert', matcher, locator: subject.locator, ...(check.isNot ? { not: true } : {}) },
  ];

const fitting =
  (selector: (on: OnElements) => string | undefined): ((on: OnElements) => Checks) =>
  on => {
    const css = selector(on);
    const step = css === undefined ? undefined : cssStep(css);
    if (step === undefined) return COMPUTED;
    if ('reason' in step) return step.reason;
    const locator = `${on.subject.locator}.and(${step.step})`;
    return on.check.isNot ? without(on.subject, locator) : [isThere(locator)];
  };

function compared(
  on: OnElements,
  fields: { matcher: string; attribute?: string },
  expected: string | undefined,
): Checks {
  if (expected === undefined) return COMPUTED;
  return [
    { type: 'assert', ...fields, locator: on.subject.locator, expected, ...(on.check.isNot ? { not: true } : {}) },
  ];
}

const expectedOf = ({ chain, check }: OnElements, at = 0): string | undefined =>
  expectedText(chain.reader, check.args[at], false);

const containing = (chain: CypressChain, node: Node | undefined): string | undefined => {
  const text = fieldText(chain.reader, node);
  return text === undefined || text === '' ? undefined : `/${escapeTemplateForPattern(text)}/`;
};

/** One of several elements may have the text. */
function containsText(on: OnElements): Checks {
  const { subject, chain, check } = on;
  const text = stringOf(chain.reader, check.args[0]);
  if (text === undefined) return COMPUTED;
  if (subject.isOne || text.includes('\uE000')) return compared(on, { matcher: 'toContainText' }, expectedOf(on));
  const locator = `${subject.locator}.filter({ hasText: /${escapeForPattern(text.trim()).replace(/\s+/g, '\\s+')}/ })`;
  return check.isNot ? without(subject, locator) : [isThere(locator)];
}

/** A class among others. */
function hasClass(on: OnElements): Checks {
  const text = fieldText(on.chain.reader, on.check.args[0]);
  const expected = text === undefined ? undefined : `/(?:^|\\s)${escapeTemplateForPattern(text)}(?:\\s|$)/`;
  return compared(on, { matcher: 'toHaveClass' }, expected);
}

function hasAttribute(on: OnElements, attribute = stringOf(on.chain.reader, on.check.args[0])): Checks {
  const { chain, subject, check } = on;
  if (attribute === undefined) return COMPUTED;
  if (check.args.length > 1) return compared(on, { matcher: 'toHaveAttribute', attribute }, expectedOf(on, 1));
  chain.subject = { of: 'reading', what: 'attribute', locator: subject.locator, attribute };
  return [
    {
      type: 'assert',
      matcher: 'toHaveAttribute',
      locator: subject.locator,
      attribute,
      ...(check.isNot ? { not: true } : {}),
    },
  ];
}

function hasStyle(on: OnElements): Checks {
  const attribute = stringOf(on.chain.reader, on.check.args[0]);
  if (attribute === undefined || on.check.args.length < 2) return 'Which value the style must have is not said.';
  return compared(on, { matcher: 'toHaveCSS', attribute }, expectedOf(on, 1));
}

const PROPERTIES: Readonly<Record<string, string>> = { checked: 'toBeChecked', disabled: 'toBeDisabled' };

function hasProperty(on: OnElements): Checks {
  const [name, value] = on.check.args;
  const property = stringOf(on.chain.reader, name) ?? '';
  if (property === 'value' && value !== undefined) return compared(on, { matcher: 'toHaveValue' }, expectedOf(on, 1));
  const matcher = Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined;
  if (matcher === undefined) return `The property “${property}” of an element cannot be checked.`;
  const isReversed = value?.type === 'BooleanLiteral' && !value.value;
  return stated(matcher)({ ...on, check: { ...on.check, isNot: on.check.isNot !== isReversed } });
}

/** `have.length.gt`, by the element that must be there for it. */
function hasLength(on: OnElements): Checks {
  const { subject, chain, check } = on;
  const count = numberOf(chain.reader, check.args[0]);
  if (count === undefined || !Number.isInteger(count) || count < 0) return COMPUTED;
  const { locator } = subject;
  const nth = (index: number): string => `${locator}.nth(${index})`;
  const ways: Readonly<Record<string, () => ActionDraft>> = {
    '': () => ({ type: 'assert', matcher: 'toHaveCount', locator, expected: String(count) }),
    gt: () => isThere(nth(count)),
    gte: () => isThere(nth(count - 1)),
    lt: () => isGone(nth(count - 1)),
    lte: () => isGone(nth(count)),
  };
  const way = SIZES[check.name.replace(/^length(?:Of)?\.?/, '')];
  if (way === undefined || (/^(?:lt|gte)$/.test(way) && count === 0)) return UNKNOWN;
  const draft = ways[way]?.();
  if (draft === undefined) return UNKNOWN;
  if (!check.isNot) return [draft];
  const { not, ...plain } = draft;
  return [not === true ? plain : { ...draft, not: true }];
}

const SIZES: Readonly<Record<string, string>> = {
  '': '',
  gt: 'gt',
  above: 'gt',
  greaterThan: 'gt',
  gte: 'gte',
  least: 'gte',
  lt: 'lt',
  below: 'lt',
  lessThan: 'lt',
  lte: 'lte',
  most: 'lte',
};

function isHidden(on: OnElements, isNot: boolean): Checks {
  const { locator } = on.subject;
  return isNot
    ? [{ type: 'assert', matcher: 'toBeVisible', locator }]
    : [isThere(locator), { type: 'assert', matcher: 'toBeHidden', locator }];
}

const ON_ELEMENTS: Readonly<Record<string, (on: OnElements) => Checks>> = {
  exist: ({ subject, check }) => [check.isNot ? isGone(subject.locator) : isThere(subject.locator)],
  visible: on => isHidden(on, !on.check.isNot),
  hidden: on => isHidden(on, on.check.isNot),
  checked: stated('toBeChecked'),
  disabled: stated('toBeDisabled'),
  enabled: stated('toBeEnabled'),
  focus: stated('toBeFocused'),
  focused: stated('toBeFocused'),
  empty: fitting(() => ':empty'),
  selected: fitting(() => ':checked'),
  match: fitting(({ chain, check }) => stringOf(chain.reader, check.args[0])),
  descendants: ({ subject, chain, check }) => {
    const css = cssStep(stringOf(chain.reader, check.args[0]) ?? '');
    if ('reason' in css) return css.reason;
    const locator = `${subject.locator}.${css.step}`;
    return check.isNot ? without(subject, locator) : [isThere(locator)];
  },
  text: on => compared(on, { matcher: 'toHaveText' }, expectedOf(on)),
  value: on => compared(on, { matcher: 'toHaveValue' }, expectedOf(on)),
  class: hasClass,
  attr: on => hasAttribute(on),
  attribute: on => hasAttribute(on),
  id: on => compared(on, { matcher: 'toHaveAttribute', attribute: 'id' }, expectedOf(on)),
  css: hasStyle,
  prop: hasProperty,
  contain: containsText,
  include: containsText,
  contains: containsText,
  'contain.text': containsText,
  'include.text': containsText,
  'contain.value': on => compared(on, { matcher: 'toHaveValue' }, containing(on.chain, on.check.args[0])),
  'include.value': on => compared(on, { matcher: 'toHaveValue' }, containing(on.chain, on.check.args[0])),
};

const MATCHER_OF: Readonly<Record<string, string>> = {
  text: 'toHaveText',
  value: 'toHaveValue',
  attribute: 'toHaveAttribute',
  title: 'toHaveTitle',
};

const EQUAL = new Set(['eq', 'equal', 'equals', 'eql']);
const INCLUDED = new Set(['include', 'includes', 'contain', 'contains']);

const ORIGIN = '^[^\\/]+:\\/\\/[^\\/]+';

/** Where a part of the address stands in it. */
function addressPattern(what: string, text: string, isWhole: boolean): string {
  const words = escapeTemplateForPattern(text);
  const rest = isWhole ? '' : '[^?#]*';
  if (what === 'pathname') return `/${ORIGIN}${rest}${words}${rest}(?:[?#].*)?$/`;
  if (what === 'search') return isWhole ? `/^[^?#]*${words}(?:#.*)?$/` : `/\\?[^#]*${words}/`;
  return isWhole ? `/^[^#]*${words}$/` : `/#.*${words}/`;
}

function readingExpected(chain: CypressChain, { what }: ReadingSubject, { name, args }: ChaiCheck): string | undefined {
  const { reader } = chain;
  const text = fieldText(reader, args[0]);
  if (name === 'match') return PARTS.has(what) ? undefined : writtenPattern(reader, args[0]);
  if (name === 'empty') return what === 'text' || what === 'value' ? '' : undefined;
  if (text === undefined || !(EQUAL.has(name) || INCLUDED.has(name))) return undefined;
  if (PARTS.has(what)) return addressPattern(what, text, EQUAL.has(name));
  return EQUAL.has(name) ? expectedText(reader, args[0], what === 'url') : containing(chain, args[0]);
}

const PARTS = new Set(['pathname', 'hash', 'search']);

function readingChecks(chain: CypressChain, subject: ReadingSubject, check: ChaiCheck): Checks {
  const { what, locator, attribute } = subject;
  if (what === 'count' && locator !== undefined) {
    const name = EQUAL.has(check.name) ? 'length' : `length.${check.name}`;
    return hasLength({ chain, subject: { of: 'elements', locator, isOne: false }, check: { ...check, name } });
  }
  if (what === 'location') return 'Which part of the address is compared is not said.';
  const expected = readingExpected(chain, subject, check);
  if (expected === undefined) return UNKNOWN;
  return [
    {
      type: 'assert',
      matcher: MATCHER_OF[what] ?? 'toHaveURL',
      ...(locator === undefined ? {} : { locator }),
      ...(attribute === undefined ? {} : { attribute }),
      expected,
      ...(check.isNot ? { not: true } : {}),
    },
  ];
}

/** That it is there, or what it holds: `should('have.property', 'value', 'abc')` of a cookie. */
function storedChecks(chain: CypressChain, { item }: StoredItem, { name, isNot, args }: ChaiCheck): Checks {
  const draft = { type: 'storage', operation: 'check', ...item, ...(isNot ? { not: true } : {}) };
  const isOfPart = name === 'property';
  const [wanted] = isOfPart ? args.slice(1) : args;
  if (isOfPart && stringOf(chain.reader, args[0]) !== 'value') return UNKNOWN;
  if (name === 'exist' || (isOfPart && wanted === undefined)) return [draft];
  const isNothing = name === 'null' || (wanted !== undefined && resolved(chain.reader, wanted).type === 'NullLiteral');
  const { not, ...opposite } = draft;
  if (isNothing) return [not === true ? opposite : { ...draft, not: true }];
  const given = { name: isOfPart ? 'eq' : name, isNot, args: isOfPart ? [...args.slice(1)] : args };
  const expected = readingExpected(chain, { of: 'reading', what: 'text' }, given);
  return expected === undefined ? UNKNOWN : [{ ...draft, expected }];
}

function checksOf(chain: CypressChain, check: ChaiCheck): Checks {
  const { subject } = chain;
  if (subject.of === 'response') return checkResponse(chain, subject, check) ?? [];
  if (subject.of === 'reading') return readingChecks(chain, subject, check);
  if (subject.of === 'stored') return storedChecks(chain, subject, check);
  if (subject.of === 'intercepted') return countedRequests(chain, subject, check);
  if (subject.of !== 'elements') return subject.of === 'unknown' ? subject.reason : 'What it checks is not known here.';
  const on = { subject, chain, check };
  if (/^length/.test(check.name)) return hasLength(on);
  const make = Object.hasOwn(ON_ELEMENTS, check.name) ? ON_ELEMENTS[check.name] : undefined;
  return make === undefined ? `The check “${check.name}” is not known.` : make(on);
}

export function addCheck(chain: CypressChain, check: ChaiCheck): string | undefined {
  const checks = checksOf(chain, check);
  if (typeof checks === 'string') return checks;
  chain.reader.actions.push(...checks.map(draft => ({ ...draft, ...chain.limit })));
  chain.isLook = false;
  return undefined;
}

/** Its other form is a function with checks of what it is given. */
export const should: CypressCommand = (chain, [chainer, ...args]) => {
  if (isFunctionNode(chainer)) return withCallback(chain, [chainer]);
  const words = stringOf(chain.reader, chainer);
  return words === undefined ? COMPUTED : addCheck(chain, chaiCheck(words.split('.'), args));
};

export const withCallback: CypressCommand = (chain, [callback]) => {
  const { state, reader, subject } = chain;
  if (!isFunctionNode(callback)) return 'Its function is not in the file.';
  const [parameter] = callback.params;
  if (subject.of === 'unknown') return subject.reason;
  const bound = new Map(state.bound);
  const inner = {
    ...reader,
    pages: new Map(reader.pages),
    constants: new Map(reader.constants),
    functions: new Map(reader.functions),
    instances: new Map(reader.instances),
  };
  if (parameter !== undefined && !bindGiven({ state, inner, bound }, parameter, subject))
    return 'Its function takes apart what it is given.';
  const outer = state.bound;
  state.bound = bound;
  if (chain.isLook && subject.of === 'elements') reader.actions.push(isThere(subject.locator));
  state.readBody(inner, callback);
  state.bound = outer;
  chain.isLook = false;
  return undefined;
};

interface CallbackNames {
  state: CypressState;
  inner: Reader;
  bound: Map<string, CypressSubject>;
}

/** `response`, `{ body }`: false where something of it is not known. */
function bindGiven(names: CallbackNames, pattern: Node, subject: CypressSubject): boolean {
  const { inner, bound } = names;
  if (pattern.type === 'Identifier') {
    bound.set(pattern.name, subject);
    bind(inner, pattern.name, keptValue(names, pattern.name, subject));
    return true;
  }
  if (pattern.type !== 'ObjectPattern') return false;
  if (subject.of === 'known') bindPattern(inner, pattern, resolved(inner, subject.node));
  if (subject.of === 'known') return true;
  return pattern.properties.every(part => {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    const member = key === undefined ? undefined : memberSubject(subject, key);
    return part.type === 'ObjectProperty' && member !== undefined && bindGiven(names, part.value, member);
  });
}

/** What of it is read outside of checks: the action keeps its answer for that. */
function keptValue({ state, inner }: CallbackNames, name: string, subject: CypressSubject): Node | undefined {
  if (subject.of === 'known') return resolved(inner, subject.node);
  if (subject.of !== 'response') return undefined;
  const { action, path } = subject;
  const into = state.kept.get(action) ?? inner.names.fresh(path.length === 0 ? name : 'response');
  state.kept.set(action, into);
  const request = { into, check: action };
  return keptNode(inner, { response: { request, path: path.reduce(placeBelow, ''), isValue: true } });
}
