/** Commands that do something to an element. */
import { type ActionDraft, leftOut } from '../../../model/exchange/test-drafts.ts';
import { causeOfEvent } from '../codegen-elements.ts';
import { optionOf } from '../codegen-patterns.ts';
import { type Node, textOf } from '../codegen-reader.ts';
import { numberOf, resolved, stringOf, textsOf } from '../codegen-values.ts';
import type { CypressChain, CypressCommand } from './cypress-chain.ts';
import { elementsOf, NO_ELEMENT, strangeOption } from './cypress-queries.ts';
import { cssStep } from './cypress-selectors.ts';
import { typedDrafts } from './cypress-typed.ts';

/** Options that change how something is done, not what. */
const MANNERS = [
  'log',
  'timeout',
  'delay',
  'animationDistanceThreshold',
  'waitForAnimations',
  'scrollBehavior',
  'force',
];

const HELD: Readonly<Record<string, string>> = {
  altKey: 'Alt',
  optionKey: 'Alt',
  ctrlKey: 'Control',
  controlKey: 'Control',
  metaKey: 'Meta',
  commandKey: 'Meta',
  cmdKey: 'Meta',
  shiftKey: 'Shift',
};

const isOn = (value: Node | undefined): boolean => value?.type === 'BooleanLiteral' && value.value;

export function act(chain: CypressChain, draft: ActionDraft): undefined {
  chain.reader.actions.push({ ...draft, ...chain.limit });
  chain.isLook = false;
  return undefined;
}

/** `force` skips the checks that a person could do it. */
function noteForce(chain: CypressChain, options: Node | undefined): { comment?: string } {
  if (!isOn(optionOf(options, 'force'))) return {};
  chain.state.notes.push(`“${chain.text}”: “force” is not taken over; the element must be visible and enabled.`);
  return { comment: 'Was: { force: true }' };
}

const optionsIn = (args: readonly Node[]): Node | undefined => args.find(({ type }) => type === 'ObjectExpression');

const clicked =
  (type: string): CypressCommand =>
  (chain, args) => {
    const locator = elementsOf(chain);
    const options = optionsIn(args);
    if (locator === undefined) return NO_ELEMENT;
    const strange = strangeOption(options, new Set([...MANNERS, ...Object.keys(HELD), 'multiple']));
    if (strange !== undefined) return `Its option “${strange}” is not known.`;
    if (isOn(optionOf(options, 'multiple'))) return 'One action works on one element; “multiple” works on all of them.';
    const place = placeOf(
      chain,
      args.filter(one => one !== options),
    );
    if (typeof place === 'string') return place;
    const modifiers = Object.keys(HELD).filter(name => isOn(optionOf(options, name)));
    return act(chain, {
      type,
      locator,
      ...place,
      ...(modifiers.length === 0 ? {} : { modifiers: modifiers.map(name => HELD[name]) }),
      ...noteForce(chain, options),
    });
  };

function placeOf({ reader }: CypressChain, [first, second]: readonly Node[]): object | string {
  if (first === undefined) return {};
  const [x, y] = [numberOf(reader, first), numberOf(reader, second)];
  if (x !== undefined && y !== undefined) return { position: { x, y } };
  const name = stringOf(reader, first);
  if (name === 'center') return {};
  return name === 'topLeft'
    ? { position: { x: 0, y: 0 } }
    : `The position “${name ?? '…'}” depends on the size of the element.`;
}

const type: CypressCommand = (chain, [given, options]) => {
  const locator = elementsOf(chain);
  const text = stringOf(chain.reader, given);
  if (locator === undefined) return NO_ELEMENT;
  if (text === undefined) return 'What it types is computed by the code.';
  const strange = strangeOption(options, new Set([...MANNERS, 'parseSpecialCharSequences', 'release']));
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  const parsing = optionOf(options, 'parseSpecialCharSequences');
  const isPage = /^locator\('(?:body|html)'\)$/.test(locator);
  const drafts = typedDrafts({
    text,
    locator: isPage ? undefined : locator,
    isPlain: parsing?.type === 'BooleanLiteral' && !parsing.value,
  });
  if ('strange' in drafts) return `It types “${drafts.strange}”, which is no key that is known.`;
  const forced = noteForce(chain, options);
  for (const draft of drafts) act(chain, { ...draft, ...forced });
  return undefined;
};

const clear: CypressCommand = (chain, [options]) => {
  const locator = elementsOf(chain);
  const strange = strangeOption(options, new Set(MANNERS));
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  return locator === undefined
    ? NO_ELEMENT
    : act(chain, { type: 'fill', locator, value: '', ...noteForce(chain, options) });
};

const ticked =
  (type: 'check' | 'uncheck'): CypressCommand =>
  (chain, args) => {
    const locator = elementsOf(chain);
    const options = optionsIn(args);
    const [values] = args.filter(one => one !== options);
    if (locator === undefined) return NO_ELEMENT;
    const strange = strangeOption(options, new Set(MANNERS));
    if (strange !== undefined) return `Its option “${strange}” is not known.`;
    if (values === undefined) return act(chain, { type, locator, ...noteForce(chain, options) });
    const texts = textsIn(chain, values);
    if (texts === undefined) return 'Which values it means is computed by the code.';
    for (const text of texts) {
      const step = cssStep(`[value=${JSON.stringify(text)}]`);
      if ('reason' in step) return step.reason;
      act(chain, { type, locator: `${locator}.and(${step.step})`, ...noteForce(chain, options) });
    }
    return undefined;
  };

function textsIn({ reader }: CypressChain, node: Node): string[] | undefined {
  const list = resolved(reader, node);
  const texts = (list.type === 'ArrayExpression' ? list.elements : [list]).map(one =>
    stringOf(reader, one ?? undefined),
  );
  const known = texts.flatMap(text => text ?? []);
  return known.length === texts.length && known.length > 0 ? known : undefined;
}

const select: CypressCommand = (chain, [values, options]) => {
  const locator = elementsOf(chain);
  if (locator === undefined) return NO_ELEMENT;
  const strange = strangeOption(options, new Set(MANNERS));
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  if (values !== undefined && resolved(chain.reader, values).type === 'NumericLiteral')
    return 'It chooses by position; Steploom chooses by value or label.';
  const texts = textsOf(chain.reader, values);
  if (texts === undefined) return 'What it chooses is computed by the code.';
  return act(chain, { type: 'select', locator, values: texts, ...noteForce(chain, options) });
};

function fileOf(chain: CypressChain, node: Node | null): string | undefined {
  const value = node === null ? undefined : resolved(chain.reader, node);
  const path =
    value?.type === 'ObjectExpression' ? (optionOf(value, 'filePath') ?? optionOf(value, 'contents')) : value;
  const text = stringOf(chain.reader, path);
  return text === undefined || text.startsWith('@') ? undefined : text.replace(/^.*[\\/]/, '');
}

const selectFile: CypressCommand = (chain, [files, options]) => {
  const locator = elementsOf(chain);
  if (locator === undefined || files === undefined) return NO_ELEMENT;
  const strange = strangeOption(options, new Set([...MANNERS, 'action', 'subjectType']));
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  const isDropped = [optionOf(options, 'action'), optionOf(options, 'subjectType')].some(option =>
    /^drag-(?:drop|n-drop)$/.test(stringOf(chain.reader, option) ?? ''),
  );
  if (isDropped) return 'Files are chosen in Steploom; they cannot be dropped.';
  const list = resolved(chain.reader, files);
  const names = (list.type === 'ArrayExpression' ? list.elements : [list]).map(one => fileOf(chain, one));
  if (names.length === 0 || names.includes(undefined)) return 'Which file it means is computed by the code.';
  chain.state.notes.push(`“${chain.text}”: put ${names.join(', ')} into the files of the project.`);
  return act(chain, { type: 'upload', locator, files: names, ...noteForce(chain, options) });
};

const trigger: CypressCommand = (chain, [event, ...args]) => {
  const locator = elementsOf(chain);
  const name = stringOf(chain.reader, event) ?? '…';
  if (locator === undefined) return NO_ELEMENT;
  const draft = event && args.length === 0 ? causeOfEvent(chain.reader, [event]) : undefined;
  if (draft === undefined) return `The event “${name}” is not caused by one action of a person.`;
  return act(chain, { ...draft, locator, comment: `Was: trigger('${name}')` });
};

const scrollIntoView: CypressCommand = chain => {
  const locator = elementsOf(chain);
  return locator === undefined ? NO_ELEMENT : act(chain, { type: 'scroll', locator });
};

const PLACES: Readonly<Record<string, string>> = {
  top: 'scrollTo({ top: 0 })',
  topLeft: 'scrollTo(0, 0)',
  bottom: 'scrollTo({ top: document.documentElement.scrollHeight })',
};

const scrollTo: CypressCommand = (chain, args) => {
  const options = optionsIn(args);
  const strange = strangeOption(options, new Set([...MANNERS, 'duration', 'easing', 'ensureScrollable']));
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  if (!/^(?:nothing|window)$/.test(chain.subject.of))
    return 'An element can be scrolled by a distance only, not to a place.';
  const [x, y] = [numberOf(chain.reader, args[0]), numberOf(chain.reader, args[1])];
  const place = stringOf(chain.reader, args[0]) ?? '';
  const named = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
  const code = x !== undefined && y !== undefined ? `scrollTo(${x}, ${y})` : named;
  return code === undefined ? `The place “${place}” is not known.` : act(chain, { type: 'script', code });
};

const blur: CypressCommand = chain => {
  const locator = elementsOf(chain);
  return locator === undefined
    ? NO_ELEMENT
    : act(chain, { type: 'press', locator, key: 'Tab', comment: 'Was: blur()' });
};

const focus: CypressCommand = () => 'No action does nothing but focus; those that click or type focus by themselves.';

/** The form is sent without a look at its fields, as there. */
const submit: CypressCommand = chain => {
  const locator = elementsOf(chain);
  const css = /^locator\('([^'\\]+)'\)$/.exec(locator ?? '')?.[1];
  if (locator === undefined || css === undefined)
    return 'Only a form that one selector of CSS finds can be sent; click its button instead.';
  act(chain, { type: 'assert', matcher: 'toHaveCount', locator, expected: '1' });
  const code = `const form = document.querySelector(${JSON.stringify(css)});
if (form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))) form.submit();`;
  return act(chain, { type: 'script', code });
};

const pressed: CypressCommand = (chain, [keys]) => {
  const list = keys === undefined ? undefined : resolved(chain.reader, keys);
  const texts = list === undefined ? undefined : textsIn(chain, list);
  return texts === undefined
    ? 'Which key it presses is computed by the code.'
    : act(chain, { type: 'press', key: texts.join('+') });
};

const drag: CypressCommand = (chain, [target]) => {
  const locator = elementsOf(chain);
  const css = cssStep(stringOf(chain.reader, target) ?? '');
  if (locator === undefined || target === undefined) return NO_ELEMENT;
  return 'reason' in css ? css.reason : act(chain, { type: 'drag', locator, target: css.step });
};

/** Cypress has one tab only, so tests take the target away; here the new tab is followed. */
export const invokeOnLink = (chain: CypressChain, method: string, args: readonly Node[]): boolean => {
  const isTarget = stringOf(chain.reader, args[0]) === 'target';
  if (!isTarget || !(method === 'removeAttr' || (method === 'attr' && args.length === 2))) return false;
  const [first] = args;
  const text = first === undefined ? method : `invoke('${method}', ${textOf(chain.reader, first)})`;
  chain.reader.actions.push(
    leftOut(
      `…${text}`,
      'A link may open its own tab here, and the test goes on in it: close or leave it where needed.',
    ),
  );
  return true;
};

export const ELEMENT_ACTIONS: Readonly<Record<string, CypressCommand>> = {
  click: clicked('click'),
  dblclick: clicked('dblclick'),
  rightclick: clicked('rightClick'),
  realClick: clicked('click'),
  realHover: clicked('hover'),
  hover: clicked('hover'),
  realPress: pressed,
  press: pressed,
  type,
  realType: type,
  clear,
  check: ticked('check'),
  uncheck: ticked('uncheck'),
  select,
  selectFile,
  attachFile: selectFile,
  trigger,
  scrollIntoView,
  scrollTo,
  blur,
  focus,
  submit,
  drag,
};
