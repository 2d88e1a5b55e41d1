import { z } from 'zod';
import { nearest } from '../errors/nearest.ts';
import { ARIA_ROLES } from '../names/aria-roles.ts';
import { isExpression } from '../values/template.ts';
import type { Locator, LocatorStep, TextMatch } from './locator.ts';
import { MAX_LOCATOR_INDEX } from './locator.ts';
import { readSelector } from './read-selector.ts';

/** Where a chain of calls has arrived, which decides what may follow. */
type ChainEnd = 'page' | 'element' | 'frame';

export function placeAfter(steps: readonly LocatorStep[]): ChainEnd {
  const last = steps.at(-1);
  if (last === undefined) return 'page';
  return last.kind === 'contentFrame' || last.kind === 'anyFrame' ? 'frame' : 'element';
}

/** Shared by reading, writing and performing. */
export const TEXT_CALLS = {
  text: 'getByText',
  label: 'getByLabel',
  placeholder: 'getByPlaceholder',
  altText: 'getByAltText',
  title: 'getByTitle',
} as const;

type Steps = readonly LocatorStep[];

const Pattern = z.custom<Exclude<TextMatch, string>>(
  value => typeof value === 'object' && value !== null && 'source' in value,
);
const NestedLocator = z.custom<Locator>(value => typeof value === 'object' && value !== null && 'steps' in value, {
  error: 'a locator',
});
const TEXT_EXPECTED = 'a text or a regular expression';
const Text = z.union([z.string(), Pattern], { error: TEXT_EXPECTED });
const FilterText = z.union([z.string().min(1, 'a text that is not empty'), Pattern], { error: TEXT_EXPECTED });
const Flag = z.boolean({ error: 'true or false' });
const Index = z.int({ error: 'a whole number' }).max(MAX_LOCATOR_INDEX, `a number up to ${MAX_LOCATOR_INDEX}`);
const SelectorText = z.string({ error: 'a selector text' });
const Role = z.enum(ARIA_ROLES, {
  error: ({ input }) => `a role such as '${(typeof input === 'string' && nearest(input, ARIA_ROLES)) || 'button'}'`,
});

const EXACT = { exact: Flag.optional() };

const FILTERS = {
  hasText: FilterText.optional(),
  hasNotText: FilterText.optional(),
  has: NestedLocator.optional(),
  hasNot: NestedLocator.optional(),
  visible: Flag.optional(),
};

interface Filters {
  hasText?: TextMatch | undefined;
  hasNotText?: TextMatch | undefined;
  has?: Locator | undefined;
  hasNot?: Locator | undefined;
  visible?: boolean | undefined;
}

/** One step for each condition, in Playwright's order. */
const filterSteps = ({ hasText, hasNotText, has, hasNot, visible }: Filters): LocatorStep[] => [
  ...(hasText === undefined ? [] : [{ kind: 'hasText', text: hasText } as const]),
  ...(hasNotText === undefined ? [] : [{ kind: 'hasNotText', text: hasNotText } as const]),
  ...(has === undefined ? [] : [{ kind: 'has', locator: has } as const]),
  ...(hasNot === undefined ? [] : [{ kind: 'hasNot', locator: hasNot } as const]),
  ...(visible === undefined ? [] : [{ kind: 'visible', visible } as const]),
];

/** `exact` has no effect on regular expressions. */
const exactness = (exact: boolean | undefined, ...texts: (TextMatch | undefined)[]): { exact?: true } =>
  exact === true && texts.some(text => typeof text === 'string') ? { exact } : {};

export interface LocatorCall {
  readonly after: readonly ChainEnd[];
  readonly positional: readonly string[];
  readonly options: readonly string[];
  /** Returns the extended steps, the issue of the first wrong argument, or why the call is refused. */
  readonly extend: (steps: Steps, input: Record<string, unknown>) => Steps | z.core.$ZodIssue | string;
}

/** Samples for expressions where no text fits: a number, a flag, a role. */
const LIKENESSES: readonly unknown[] = [0, true, 'button'];

interface ComputedField {
  name: string;
  text: string;
  like: unknown;
}

function computedFields(takes: z.ZodRawShape, input: Record<string, unknown>): ComputedField[] {
  return Object.entries(input).flatMap(([name, text]) => {
    const field = takes[name];
    if (field === undefined || typeof text !== 'string' || !isExpression(text)) return [];
    const fits = (value: unknown) => z.safeParse(field, value).success;
    const like = fits(text) ? undefined : LIKENESSES.find(fits);
    return like === undefined ? [] : [{ name, text, like }];
  });
}

function withComputed(steps: Steps, { name, text }: ComputedField): Steps {
  const index = steps.findLastIndex(step => Object.hasOwn(step, name));
  return steps.map((step, at) => (at === index ? { ...step, computed: { ...step.computed, [name]: text } } : step));
}

interface CallDefinition<Shape extends z.ZodRawShape> {
  after: readonly ChainEnd[];
  positional?: readonly string[];
  takes: Shape;
  extend(steps: Steps, input: z.output<z.ZodObject<Shape>>): Steps | string;
}

function defineCall<Shape extends z.ZodRawShape>(request: CallDefinition<Shape>): LocatorCall {
  const schema = z.object(request.takes);
  const positional = request.positional ?? [];
  return {
    after: request.after,
    positional,
    options: Object.keys(request.takes).filter(name => !positional.includes(name)),
    extend: (steps, input) => {
      const computed = computedFields(request.takes, input);
      const parsed = schema.safeParse({
        ...input,
        ...Object.fromEntries(computed.map(({ name, like }) => [name, like])),
      });
      if (!parsed.success) return parsed.error.issues[0] ?? 'the arguments are not valid.';
      const extended = request.extend(steps, parsed.data);
      return typeof extended === 'string' ? extended : computed.reduce(withComputed, extended);
    },
  };
}

const ANYWHERE: readonly ChainEnd[] = ['page', 'element', 'frame'];
const ELEMENT: readonly ChainEnd[] = ['element'];

const textCall = (kind: keyof typeof TEXT_CALLS) =>
  defineCall({
    after: ANYWHERE,
    positional: ['text'],
    takes: { text: Text, ...EXACT },
    extend: (steps, { text, exact }) => [...steps, { kind, text, ...exactness(exact, text) }],
  });

const getByRole = defineCall({
  after: ANYWHERE,
  positional: ['role'],
  takes: {
    role: Role,
    name: Text.optional(),
    description: Text.optional(),
    ...EXACT,
    checked: Flag.optional(),
    disabled: Flag.optional(),
    selected: Flag.optional(),
    expanded: Flag.optional(),
    includeHidden: Flag.optional(),
    level: Index.min(0, 'a number from 0').optional(),
    pressed: Flag.optional(),
  },
  extend: (steps, { exact, ...rest }) => [
    ...steps,
    { kind: 'role', ...rest, ...exactness(exact, rest.name, rest.description) },
  ],
});

function selectorSteps(steps: Steps, selector: string): Steps | string {
  const read = readSelector(selector);
  if ('fault' in read) return read.fault;
  const first = read.steps[0]?.kind;
  if (first !== 'selector' && placeAfter(steps) !== 'element') return `"${first}=" needs an element to choose from.`;
  return read.steps;
}

const locator = defineCall({
  after: ANYWHERE,
  positional: ['selector'],
  takes: { selector: z.union([SelectorText, NestedLocator], { error: 'a selector text or a locator' }), ...FILTERS },
  extend: (steps, { selector, ...filters }) => {
    if (typeof selector === 'string') {
      const found = selectorSteps(steps, selector);
      return typeof found === 'string' ? found : [...steps, ...found, ...filterSteps(filters)];
    }
    const place = placeAfter(steps);
    if (place === 'page') return 'locator(…) at the beginning takes a selector text, not a locator.';
    if (selector.steps[0]?.kind === 'anyFrame') return 'frameLocator() without a selector can only come first.';
    const inner: Steps = place === 'frame' ? selector.steps : [{ kind: 'descendant', locator: selector }];
    return [...steps, ...inner, ...filterSteps(filters)];
  },
});

const frameLocator = defineCall({
  after: ANYWHERE,
  positional: ['selector'],
  takes: { selector: SelectorText.optional() },
  extend: (steps, { selector }) => {
    if (selector === undefined)
      return steps.length === 0 ? [{ kind: 'anyFrame' }] : 'frameLocator() without a selector can only come first.';
    const found = selectorSteps(steps, selector);
    return typeof found === 'string' ? found : [...steps, ...found, { kind: 'contentFrame' }];
  },
});

/** `first`, `last` and `nth` of a frame choose among the iframes, so they go before the step into it. */
function chooseIndex(steps: Steps, index: number): Steps | string {
  const last = steps.at(-1);
  if (last?.kind === 'anyFrame') return 'frameLocator() means any frame; none of them can be chosen by number.';
  if (last?.kind === 'contentFrame') return [...steps.slice(0, -1), { kind: 'nth', index }, last];
  return [...steps, { kind: 'nth', index }];
}

const nestedCall = (kind: 'and' | 'or') =>
  defineCall({
    after: ELEMENT,
    positional: ['locator'],
    takes: { locator: NestedLocator },
    extend: (steps, input) => [...steps, { kind, locator: input.locator }],
  });

const CALLS = {
  getByRole,
  getByText: textCall('text'),
  getByLabel: textCall('label'),
  getByPlaceholder: textCall('placeholder'),
  getByAltText: textCall('altText'),
  getByTitle: textCall('title'),
  getByTestId: defineCall({
    after: ANYWHERE,
    positional: ['testId'],
    takes: { testId: Text },
    extend: (steps, { testId }) => [...steps, { kind: 'testId', text: testId }],
  }),
  locator,
  frameLocator,
  contentFrame: defineCall({ after: ELEMENT, takes: {}, extend: steps => [...steps, { kind: 'contentFrame' }] }),
  owner: defineCall({
    after: ['frame'],
    takes: {},
    extend: steps =>
      steps.at(-1)?.kind === 'contentFrame' ? steps.slice(0, -1) : 'frameLocator() has no single owner.',
  }),
  filter: defineCall({
    after: ELEMENT,
    takes: FILTERS,
    extend: (steps, filters) => {
      const added = filterSteps(filters);
      return added.length === 0 ? `filter needs one of ${Object.keys(FILTERS).join(', ')}.` : [...steps, ...added];
    },
  }),
  visible: defineCall({ after: ELEMENT, takes: {}, extend: steps => [...steps, { kind: 'visible', visible: true }] }),
  first: defineCall({ after: ['element', 'frame'], takes: {}, extend: steps => chooseIndex(steps, 0) }),
  last: defineCall({ after: ['element', 'frame'], takes: {}, extend: steps => chooseIndex(steps, -1) }),
  nth: defineCall({
    after: ['element', 'frame'],
    positional: ['index'],
    takes: { index: Index.min(-1, 'a number from 0, or -1 for the last,') },
    extend: (steps, { index }) => chooseIndex(steps, index),
  }),
  and: nestedCall('and'),
  or: nestedCall('or'),
  // `a.within(b)` is Playwright's `b.locator(a)`.
  within: defineCall({
    after: ELEMENT,
    positional: ['locator'],
    takes: { locator: NestedLocator },
    extend: (steps, input) => [...input.locator.steps, { kind: 'descendant', locator: { steps } }],
  }),
};

/** A map, so that names such as `constructor` find nothing. */
export const LOCATOR_CALLS: ReadonlyMap<string, LocatorCall> = new Map(Object.entries(CALLS));
