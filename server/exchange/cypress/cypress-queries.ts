/** Commands that find elements, as locators. */
import { escapeForPattern } from '../../../model/values/pattern.ts';
import { optionOf } from '../codegen-patterns.ts';
import type { Node, Reader } from '../codegen-reader.ts';
import { locatorText, numberOf, resolved, stringOf, writtenPattern } from '../codegen-values.ts';
import type { CypressChain, CypressCommand } from './cypress-chain.ts';
import { cssStep } from './cypress-selectors.ts';

/** Options that change nothing here: checks are retried anyway. */
const HARMLESS = new Set(['log', 'timeout', 'includeShadowDom', 'withinSubject', 'matchCase', 'waitForAnimations']);

/** The first option that is not known. */
export function strangeOption(node: Node | undefined, known: ReadonlySet<string> = HARMLESS): string | undefined {
  if (node === undefined) return undefined;
  if (node.type !== 'ObjectExpression') return node.type === 'SpreadElement' ? undefined : 'options';
  for (const part of node.properties) {
    const name = part.type === 'ObjectProperty' && part.key.type === 'Identifier' ? part.key.name : 'options';
    if (!known.has(name)) return name;
  }
  return undefined;
}

export const NO_ELEMENT = 'What it works on is not known here.';
const NO_SELECTOR = 'Its selector is computed by the code.';

export const elementsOf = ({ subject }: CypressChain): string | undefined =>
  subject.of === 'elements' ? subject.locator : undefined;

function found(chain: CypressChain, locator: string, isOne = false): undefined {
  chain.subject = { of: 'elements', locator, isOne };
  chain.isLook = true;
  return undefined;
}

const scopeOf = ({ state }: CypressChain): string => {
  const scope = state.scopes.at(-1);
  return scope === undefined ? '' : `${scope}.`;
};

/** `[data-test=name]` and `.row:first` as steps of a locator. */
function stepOf(reader: Reader, node: Node | undefined): { step: string } | { reason: string } {
  const text = stringOf(reader, node);
  return text === undefined ? { reason: NO_SELECTOR } : cssStep(text);
}

const isOneOf = (selector: string | undefined): boolean =>
  selector !== undefined && /^#[\w-]+$|:(?:first|last|eq\(\d+\))$/.test(selector);

const get: CypressCommand = (chain, [selector, options]) => {
  const { reader, state } = chain;
  const text = stringOf(reader, selector);
  const strange = strangeOption(options);
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  if (text?.startsWith('@')) {
    const alias = state.aliases.get(text.slice(1).replace(/\.(?:all|\d+)$/, ''));
    if (alias === undefined) return `There is no alias “${text.slice(1)}” that is known here.`;
    chain.subject = alias;
    chain.isLook = alias.of === 'elements';
    return alias.of === 'unknown' ? alias.reason : undefined;
  }
  const css = stepOf(reader, selector);
  return 'reason' in css ? css.reason : found(chain, `${scopeOf(chain)}${css.step}`, isOneOf(text));
};

/** Below the subject. */
const below: CypressCommand = (chain, [selector, options]) => {
  const owner = elementsOf(chain);
  const css = stepOf(chain.reader, selector);
  const strange = strangeOption(options);
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  if (owner === undefined) return NO_ELEMENT;
  return 'reason' in css ? css.reason : found(chain, `${owner}.${css.step}`, isOneOf(stringOf(chain.reader, selector)));
};

/** Cypress minds the case and takes any white space for a space. */
function wordsPattern(reader: Reader, node: Node | undefined, isAnyCase = false): string | undefined {
  const pattern = writtenPattern(reader, node);
  if (pattern !== undefined) return pattern;
  const text = stringOf(reader, node);
  if (text === undefined || text.trim() === '') return undefined;
  if (text.includes('\uE000')) return locatorText(text);
  return `/${escapeForPattern(text.trim()).replace(/\s+/g, '\\s+')}/${isAnyCase ? 'i' : ''}`;
}

/** Elements that stand in each other: Cypress takes the innermost. */
const NESTING = /^(?:div|section|article|main|span|ul|ol|li|table|tr|td|\*)$/;

const contains: CypressCommand = (chain, args) => {
  const { reader } = chain;
  const given = args.filter(({ type }) => type !== 'ObjectExpression' && type !== 'SpreadElement');
  const options = args.find(({ type }) => type === 'ObjectExpression');
  const strange = strangeOption(options);
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  const matchCase = optionOf(options, 'matchCase');
  const words = wordsPattern(reader, given.at(-1), matchCase?.type === 'BooleanLiteral' && !matchCase.value);
  if (words === undefined || given.length === 0) return 'The text that it looks for is computed by the code.';
  const owner = elementsOf(chain);
  if (given.length > 1) {
    const css = stepOf(reader, given[0]);
    if ('reason' in css) return css.reason;
    const step = `${css.step}.filter({ hasText: ${words} })`;
    const isNesting = NESTING.test(stringOf(reader, given[0]) ?? '');
    const innermost = isNesting ? `${step}.filter({ hasNot: ${step} })` : step;
    return found(chain, `${owner === undefined ? scopeOf(chain) : `${owner}.`}${innermost}.first()`, true);
  }
  const step = `getByText(${words})`;
  if (owner === undefined) return found(chain, `${scopeOf(chain)}${step}.first()`, true);
  // The element itself may be the one that has the text.
  return found(chain, `${owner}.${step}.or(${owner}.and(${step})).first()`, true);
};

const at =
  (step: string): CypressCommand =>
  chain => {
    const owner = elementsOf(chain);
    return owner === undefined ? NO_ELEMENT : found(chain, `${owner}.${step}`, true);
  };

const eq: CypressCommand = (chain, [index]) => {
  const owner = elementsOf(chain);
  if (owner === undefined) return NO_ELEMENT;
  const text = stringOf(chain.reader, index);
  if (text === '-1') return found(chain, `${owner}.last()`, true);
  if (text === undefined || !/^\d+$/.test(text))
    return 'The position is computed by the code, or counted from the end.';
  return found(chain, `${owner}.nth(${text})`, true);
};

const narrowed =
  (isNot: boolean): CypressCommand =>
  (chain, [selector]) => {
    const owner = elementsOf(chain);
    if (owner === undefined) return NO_ELEMENT;
    const text = stringOf(chain.reader, selector);
    if (text === undefined) return NO_SELECTOR;
    const words = /^:contains\((["']?)([^"'()]+)\1\)$/.exec(text)?.[2];
    if (words !== undefined) {
      const pattern = `/${escapeForPattern(words)}/`;
      return found(chain, `${owner}.filter({ ${isNot ? 'hasNotText' : 'hasText'}: ${pattern} })`);
    }
    const css = cssStep(isNot ? `:not(${text})` : text);
    if ('reason' in css) return css.reason;
    // A position counts among the elements so far, not in the page.
    const place = /^:(first|last|eq\(\d+\))$/.exec(text)?.[1];
    if (place !== undefined) return `The selector “${text}” is of jQuery; .first(), .last() and .eq() are understood.`;
    return found(chain, `${owner}.and(${css.step})`);
  };

/** From an element to those around it, all or those that fit a selector. */
const around =
  (path: string, { last = false, needs = false } = {}): CypressCommand =>
  (chain, [selector]) => {
    const owner = elementsOf(chain);
    if (owner === undefined) return NO_ELEMENT;
    const css =
      selector === undefined || selector.type === 'ObjectExpression' ? undefined : stepOf(chain.reader, selector);
    if (css !== undefined && 'reason' in css) return css.reason;
    if (css === undefined && needs) return NO_SELECTOR;
    const step = `${owner}.locator('xpath=${path}')${css === undefined ? '' : `.and(${css.step})`}`;
    return found(chain, last ? `${step}.last()` : step, last);
  };

const focused: CypressCommand = chain => found(chain, "locator(':focus')", true);

const root: CypressCommand = chain => found(chain, chain.state.scopes.at(-1) ?? "locator('html')", true);

const body: CypressCommand = (chain, [path]) => {
  const text = stringOf(chain.reader, path);
  return text === undefined ? NO_SELECTOR : found(chain, `${scopeOf(chain)}locator(${locatorText(`xpath=${text}`)})`);
};

const same: CypressCommand = chain => (elementsOf(chain) === undefined ? NO_ELEMENT : undefined);

/** The queries of Testing Library, whose texts are whole unless they are patterns. */
const FIND_BY: Readonly<Record<string, string>> = {
  Text: 'getByText',
  LabelText: 'getByLabel',
  PlaceholderText: 'getByPlaceholder',
  TestId: 'getByTestId',
  AltText: 'getByAltText',
  Title: 'getByTitle',
};

const byWords =
  (finder: string): CypressCommand =>
  (chain, [words, options]) => {
    const { reader } = chain;
    const strange = strangeOption(options, new Set([...HARMLESS, 'exact']));
    if (strange !== undefined) return `Its option “${strange}” is not known.`;
    const pattern = writtenPattern(reader, words);
    const text = stringOf(reader, words);
    if (pattern === undefined && text === undefined) return 'What it looks for is computed by the code.';
    const exact = optionOf(options, 'exact');
    const isLoose = exact?.type === 'BooleanLiteral' && !exact.value;
    const given =
      pattern ?? `${locatorText(text ?? '')}${isLoose || finder === 'getByTestId' ? '' : ', { exact: true }'}`;
    const owner = elementsOf(chain);
    return found(chain, `${owner === undefined ? scopeOf(chain) : `${owner}.`}${finder}(${given})`);
  };

const byRole: CypressCommand = (chain, [role, options]) => {
  const { reader } = chain;
  const strange = strangeOption(options, new Set([...HARMLESS, 'name', 'level', 'hidden', 'checked']));
  const text = stringOf(reader, role);
  if (strange !== undefined || text === undefined) return `Its option “${strange ?? 'role'}” is not known.`;
  const name = optionOf(options, 'name');
  const level = numberOf(reader, optionOf(options, 'level'));
  const checked = resolved(reader, optionOf(options, 'checked') ?? role ?? name ?? { type: 'NullLiteral' });
  const pattern = writtenPattern(reader, name);
  const words = stringOf(reader, name);
  if (name !== undefined && pattern === undefined && words === undefined) return 'The name is computed by the code.';
  const parts = [
    ...(name === undefined
      ? []
      : [pattern === undefined ? `name: ${locatorText(words ?? '')}, exact: true` : `name: ${pattern}`]),
    ...(level === undefined ? [] : [`level: ${level}`]),
    ...(checked.type === 'BooleanLiteral' ? [`checked: ${checked.value}`] : []),
  ];
  const step = `getByRole(${locatorText(text)}${parts.length === 0 ? '' : `, { ${parts.join(', ')} }`})`;
  const owner = elementsOf(chain);
  return found(chain, `${owner === undefined ? scopeOf(chain) : `${owner}.`}${step}`);
};

export const QUERIES: Readonly<Record<string, CypressCommand>> = {
  get,
  find: below,
  contains,
  xpath: body,
  first: at('first()'),
  last: at('last()'),
  eq,
  filter: narrowed(false),
  not: narrowed(true),
  parent: around('..'),
  parents: around('ancestor::*'),
  closest: around('ancestor-or-self::*', { last: true, needs: true }),
  children: around('./*'),
  next: around('following-sibling::*[1]'),
  prev: around('preceding-sibling::*[1]'),
  nextAll: around('following-sibling::*'),
  prevAll: around('preceding-sibling::*'),
  siblings: around('(./preceding-sibling::* | ./following-sibling::*)'),
  focused,
  root,
  shadow: same,
  findByRole: byRole,
  findAllByRole: byRole,
  ...Object.fromEntries(
    Object.entries(FIND_BY).flatMap(([name, finder]) => [
      [`findBy${name}`, byWords(finder)],
      [`findAllBy${name}`, byWords(finder)],
    ]),
  ),
};
