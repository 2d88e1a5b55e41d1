import { expressionEnd } from '../values/template.ts';
import type { Locator, LocatorStep, RegexPattern, StepKind } from './locator.ts';
import { TEXT_CALLS } from './locator-calls.ts';

type Value = string | number | boolean | RegexPattern | Locator | Raw;

export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}

const OPENING = /\{(?=\{)/g;

/** An expression that begins in the text must not end in what is written after it. */
const closed = (text: string): string =>
  quoted(text).replaceAll(OPENING, (sign, at: number, whole: string) =>
    expressionEnd(whole.slice(0, -1), at) === undefined ? '\\u007b' : sign,
  );

interface Raw {
  readonly raw: string;
}

function written(value: Value): string {
  if (typeof value === 'string') return closed(value);
  if (typeof value !== 'object') return String(value);
  if ('raw' in value) return value.raw;
  return 'steps' in value ? formatLocator(value) : `/${value.source}/${value.flags}`;
}

function call(name: string, argument?: Value, options: Readonly<Record<string, Value | undefined>> = {}): string {
  const pairs = Object.entries(options).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${written(value)}`],
  );
  const all = [
    ...(argument === undefined ? [] : [written(argument)]),
    ...(pairs.length > 0 ? [`{ ${pairs.join(', ')} }`] : []),
  ];
  return `${name}(${all.join(', ')})`;
}

const computedIn = ({ computed = {} }: LocatorStep): Record<string, Raw> =>
  Object.fromEntries(Object.entries(computed).map(([name, raw]) => [name, { raw }]));

const textCall = (step: LocatorStep<keyof typeof TEXT_CALLS>): string =>
  call(TEXT_CALLS[step.kind], step.text, { exact: step.exact, ...computedIn(step) });

function indexCall(step: LocatorStep<'nth'>): string {
  const { index } = step;
  const computed = computedIn(step).index;
  if (computed !== undefined) return call('nth', computed);
  if (index === 0) return call('first');
  return index === -1 ? call('last') : call('nth', index);
}

/** Options in Playwright's order. */
function roleCall(step: LocatorStep<'role'>): string {
  const { name, description, exact, ...states } = step;
  const { role = step.role, ...computed } = computedIn(step);
  const { checked, disabled, selected, expanded, includeHidden, level, pressed } = states;
  const options = { name, description, exact, checked, disabled, selected, expanded, includeHidden, level, pressed };
  return call('getByRole', role, { ...options, ...computed });
}

const WRITERS: { readonly [Kind in StepKind]: (step: LocatorStep<Kind>) => string } = {
  role: roleCall,
  text: textCall,
  label: textCall,
  placeholder: textCall,
  altText: textCall,
  title: textCall,
  testId: ({ text }) => call('getByTestId', text),
  selector: ({ selector }) => call('locator', selector),
  descendant: ({ locator }) => call('locator', locator),
  contentFrame: () => call('contentFrame'),
  anyFrame: () => call('frameLocator'),
  hasText: ({ text }) => call('filter', undefined, { hasText: text }),
  hasNotText: ({ text }) => call('filter', undefined, { hasNotText: text }),
  has: ({ locator }) => call('filter', undefined, { has: locator }),
  hasNot: ({ locator }) => call('filter', undefined, { hasNot: locator }),
  visible: step =>
    step.visible && step.computed === undefined
      ? call('visible')
      : call('filter', undefined, { visible: step.visible, ...computedIn(step) }),
  and: ({ locator }) => call('and', locator),
  or: ({ locator }) => call('or', locator),
  nth: indexCall,
};

const write = <Kind extends StepKind>(kind: Kind, step: LocatorStep<Kind>): string => WRITERS[kind](step);

export const formatValue = (text: string): string => (/^(?:-?\d+|true|false)$/.test(text) ? text : quoted(text));

/** Spelled as Playwright's `String(locator)`; parsing it gives the same locator again. */
export function formatLocator(locator: Locator): string {
  return locator.steps.map(step => write(step.kind, step)).join('.');
}

/** Characters that templates would interpret, invisible ones, and those that change the direction of writing. */
const UNCLEAR = /(?<=\{)\{|[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** As `formatLocator`, for actions: no text of a page in it is computed. */
export const literalLocator = (locator: Locator): string =>
  formatLocator(locator).replace(UNCLEAR, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export function formatFrame({ steps }: Locator): string {
  const parts: string[] = [];
  for (const [index, step] of [...steps, { kind: 'contentFrame' } as const].entries()) {
    const isFrame = step.kind === 'selector' && (steps[index + 1]?.kind ?? 'contentFrame') === 'contentFrame';
    if (isFrame) parts.push(call('frameLocator', step.selector));
    else if (step.kind !== 'contentFrame' || steps[index - 1]?.kind !== 'selector') parts.push(write(step.kind, step));
  }
  return parts.join('.');
}
