import { z } from 'zod';
import { LocatorText } from '../locator/parse-locator.ts';
import { ActionId, ActorName, Comment } from '../names/codes.ts';
import type { FieldFault, FieldText } from './field-fault.ts';
import type { ElementUse, FieldUses } from './field-uses.ts';
import { MEANINGS } from './fields.ts';
import { type Sentence, sentenceOf, textOfSentence } from './sentence.ts';

export const COMMON_FIELDS = {
  comment: Comment.optional().describe('Note for readers'),
  disabled: z.boolean().optional().describe('Skip in runs'),
  actor: ActorName.clone()
    .register(MEANINGS, { label: 'Who acts', names: 'actor' })
    .optional()
    .describe('Who acts; default: the first'),
  timeoutMs: z
    .number()
    .int()
    .min(1)
    .max(3_600_000)
    .optional()
    .describe('Time limit; default 10000')
    .register(MEANINGS, { label: 'Time limit (ms)' }),
  onFailure: z.enum(['stop', 'continue']).optional().describe('What the test does when it fails; default: stop'),
  fallbacks: z
    .array(LocatorText)
    .min(1)
    .max(10)
    .optional()
    .describe('Alternatives to the locator, for the same element, best first'),
};

/** Whether the page is another one once an action is done. */
type LeavesPage = 'no' | 'maybe' | 'yes';

type BlockPart = 'leaf' | 'open' | 'else' | 'end';

const schemaOf = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.strictObject({ actionId: ActionId, type: z.literal(type), ...fields, ...COMMON_FIELDS });

type OutputOf<Type extends string, Fields extends z.ZodRawShape> = z.output<ReturnType<typeof schemaOf<Type, Fields>>>;

/** `hasOthers`: further names may come that only a run knows. */
interface GivenNames {
  names: readonly string[];
  hasOthers: boolean;
}

/** What can be said of one action; each member is computed when it is read. */
export interface AboutAction {
  readonly title: string;
  readonly sentence: Sentence;
  readonly fault: FieldFault | undefined;
  readonly element: ElementUse;
  readonly mayFallBack: boolean;
  readonly script: FieldText | undefined;
  readonly limitMs: number | undefined;
  readonly goesTo: string | undefined;
  readonly gives: GivenNames;
}

interface ActionKindRequest<Type extends string, Fields extends z.ZodRawShape> {
  type: Type;
  label: string;
  /** Other names that callers may write by mistake. */
  alsoCalled?: readonly string[];
  fields: Fields;
  aliases?: Readonly<Record<string, keyof Fields & string>>;
  block?: BlockPart;
  hasElse?: boolean;
  /** Does nothing to the page by itself, so messages and waits are not about it but about the next action. */
  isQuiet?: boolean;
  /** Only looks at the page, so the actions before it caused what it does not find. */
  isLook?: boolean;
  /** Few tests need it: lists that have to be short give its name alone. */
  isSpecial?: boolean;
  /** Runs that somebody watches wait here. */
  isPause?: boolean;
  isNavigation?: boolean;
  /** Default: `no` for kinds that are quiet, only look or are blocks, `yes` for those that navigate, else `maybe`. */
  leavesPage?: LeavesPage;
  /** A remark for people: results show it as far as it can be computed, and faults in it do not count. */
  remark?: keyof Fields & string;
  title(action: OutputOf<Type, Fields>): string | Sentence;
  /** Which optional fields matter, given the others so far. Default: all may be left out. */
  uses?(given: Readonly<Record<string, unknown>>): FieldUses;
  /** First fault that the schema cannot express. */
  fault?(action: OutputOf<Type, Fields>): FieldFault | undefined;
  /** What it needs of the element of its locator. Default: exactly one. */
  element?(action: OutputOf<Type, Fields>): ElementUse;
  /** Whether a fallback locator may be used when its own finds nothing. Default: yes. */
  mayFallBack?(action: OutputOf<Type, Fields>): boolean;
  /** The field with JavaScript of the page, where that depends on other fields; `{{ … }}` is computed in it. */
  script?(action: OutputOf<Type, Fields>): FieldText | undefined;
  /** Time limit, where it does not depend on waiting for the page. */
  limitMs?(action: OutputOf<Type, Fields>): number | undefined;
  /** The address that it opens in the current tab. */
  goesTo?(action: OutputOf<Type, Fields>): string | undefined;
  /** The names it gives values to, besides that of `into`. */
  gives?(action: OutputOf<Type, Fields>): GivenNames;
}

function usuallyLeaves({ isStill, isNavigation }: { isStill: boolean; isNavigation: boolean }): LeavesPage {
  if (isStill) return 'no';
  return isNavigation ? 'yes' : 'maybe';
}

const NOTHING: GivenNames = { names: [], hasOthers: false };

/** Makes one kind of action: all that is known of it but how it is performed, see ide-bridge/runner/action/performers/. */
export function defineActionKind<const Type extends string, Fields extends z.ZodRawShape>(
  request: ActionKindRequest<Type, Fields>,
) {
  const isRequired = (name: string): boolean => {
    const field = request.fields[name];
    return field !== undefined && !z.safeParse(z.object({ field }), {}).success;
  };
  const { block = 'leaf', isQuiet = false, isLook = false, isNavigation = false } = request;
  const isStill = isQuiet || isLook || block !== 'leaf';
  return {
    type: request.type,
    label: request.label,
    alsoCalled: request.alsoCalled ?? [],
    fields: request.fields,
    fieldNames: Object.keys(request.fields),
    aliases: new Map(Object.entries<string>(request.aliases ?? {})),
    isRequired,
    block,
    hasElse: request.hasElse ?? false,
    isQuiet,
    isLook,
    isSpecial: request.isSpecial ?? false,
    isPause: request.isPause ?? false,
    isNavigation,
    leavesPage: request.leavesPage ?? usuallyLeaves({ isStill, isNavigation }),
    remark: request.remark,
    uses: request.uses ?? (() => ({})),
    schema: schemaOf(request.type, request.fields),
    about: (action: OutputOf<Type, Fields>) => aboutAction(request, action),
  };
}

function aboutAction<Type extends string, Fields extends z.ZodRawShape>(
  kind: ActionKindRequest<Type, Fields>,
  action: OutputOf<Type, Fields>,
): AboutAction {
  return {
    get title() {
      return textOfSentence(kind.title(action));
    },
    get sentence() {
      return sentenceOf(kind.title(action));
    },
    get fault() {
      return kind.fault?.(action);
    },
    get element() {
      return kind.element?.(action) ?? 'one';
    },
    get mayFallBack() {
      return kind.mayFallBack?.(action) ?? true;
    },
    get script() {
      return kind.script?.(action);
    },
    get limitMs() {
      return kind.limitMs?.(action);
    },
    get goesTo() {
      return kind.goesTo?.(action);
    },
    get gives() {
      return kind.gives?.(action) ?? NOTHING;
    },
  };
}
