import { z } from 'zod';
import { LocatorText } from '../locator/locator-text.ts';
import { ActionId } from '../names/codes.ts';
import { Comment } from '../names/names.ts';
import type { ElementUse } from './element-use.ts';
import type { FieldFault } from './field-fault.ts';

/** Fields that every action has. */
export const COMMON_FIELDS = {
  comment: Comment.optional().describe('Remark of a person'),
  disabled: z.boolean().optional().describe('Leave it out of runs'),
  timeoutMs: z.number().int().min(1).max(3_600_000).optional().describe('Time limit; default 10000'),
  onFailure: z.enum(['stop', 'continue']).optional().describe('Whether the test goes on after it; default: stop'),
  fallbacks: z
    .array(LocatorText)
    .min(1)
    .max(10)
    .optional()
    .describe('With a locator: further ones of the same element, best first'),
};

/** Whether the page is another one once an action is done. */
export type LeavesPage = 'no' | 'maybe' | 'yes';

/** Part that an action plays in the block structure of its test. */
export type BlockPart = 'leaf' | 'open' | 'else' | 'end';

const schemaOf = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.strictObject({ actionId: ActionId, type: z.literal(type), ...fields, ...COMMON_FIELDS });

type OutputOf<Type extends string, Fields extends z.ZodRawShape> = z.output<ReturnType<typeof schemaOf<Type, Fields>>>;

interface ActionKindRequest<Type extends string, Fields extends z.ZodRawShape> {
  type: Type;
  /** What the page calls it. */
  label: string;
  /** For the reference: what its label and its fields do not tell. */
  note?: string;
  fields: Fields;
  /** Other names that callers may give fields; the field stands for each. */
  aliases?: Readonly<Record<string, keyof Fields & string>>;
  block?: BlockPart;
  /** Does nothing to the page by itself, so that it is not the next action that others speak of. */
  isQuiet?: boolean;
  /** Goes to another page, which may take longer than other actions do. */
  isNavigation?: boolean;
  /** Default: `no` for quiet kinds and those of blocks, `yes` for those that navigate, else `maybe`. */
  leavesPage?: LeavesPage;
  /** One line for lists and reports. */
  title(action: OutputOf<Type, Fields>): string;
  /** First fault that the schema cannot tell. */
  fault?(action: OutputOf<Type, Fields>): FieldFault | undefined;
  /** What it needs of the element of its locator. Default: that there is exactly one. */
  element?(action: OutputOf<Type, Fields>): ElementUse;
}

function usuallyLeaves({ isQuiet, isNavigation }: { isQuiet: boolean; isNavigation: boolean }): LeavesPage {
  if (isQuiet) return 'no';
  return isNavigation ? 'yes' : 'maybe';
}

/** Makes one kind of action: its schema, title and checks; its performer lies in ide-bridge/runner/performers/. */
export function defineActionKind<const Type extends string, Fields extends z.ZodRawShape>(
  request: ActionKindRequest<Type, Fields>,
) {
  const isRequired = (name: string): boolean => {
    const field = request.fields[name];
    return field !== undefined && !z.safeParse(z.object({ field }), {}).success;
  };
  const { block = 'leaf', isQuiet = false, isNavigation = false } = request;
  return {
    type: request.type,
    label: request.label,
    note: request.note ?? '',
    fieldNames: Object.keys(request.fields),
    aliases: new Map(Object.entries<string>(request.aliases ?? {})),
    isRequired,
    block,
    isQuiet,
    isNavigation,
    leavesPage: request.leavesPage ?? usuallyLeaves({ isQuiet: isQuiet || block !== 'leaf', isNavigation }),
    schema: schemaOf(request.type, request.fields),
    title: request.title,
    fault: (action: OutputOf<Type, Fields>) => request.fault?.(action),
    element: (action: OutputOf<Type, Fields>): ElementUse => request.element?.(action) ?? 'one',
  };
}
