import { z } from 'zod';
import { ObservedText } from '../values/observed.ts';

/** Of the differences between two names or values that are nearly the same. */
const NEAR_DIFFERENCES = [
  'letter-case',
  'space-before',
  'no-space-before',
  'space-after',
  'no-space-after',
  'spaces-around',
  'no-break-space',
  'spaces',
  'letter-case-and-spaces',
  'signs',
  'part-of-more',
  'one-more',
  'one-fewer',
  'one-other',
] as const;
export const NearDifference = z.enum(NEAR_DIFFERENCES);
export type NearDifference = z.infer<typeof NearDifference>;

/** By what an element is known. */
export const KnownBy = z.enum(['text', 'label', 'aria-label', 'placeholder', 'title', 'alt', 'beside']);
export type KnownBy = z.infer<typeof KnownBy>;

export const HiddenBy = z.enum([
  'display',
  'display-around',
  'visibility',
  'closed-details',
  'closed-dialog',
  'no-size',
  'aria-hidden',
]);
export type HiddenBy = z.infer<typeof HiddenBy>;

/** The rule of the browser that a field breaks. */
export const BrokenRule = z.enum([
  'missing',
  'type',
  'pattern',
  'too-short',
  'too-long',
  'too-small',
  'too-large',
  'step',
  'unreadable',
  'custom',
]);
export type BrokenRule = z.infer<typeof BrokenRule>;

const What = z.strictObject({
  /** Undefined for an element without one; then the tag says what it is. */
  role: z.string().optional(),
  tag: z.string(),
  name: ObservedText,
});

/** A field that the browser does not let pass, with the page's own words where it has some. */
export const InvalidField = z.strictObject({
  field: ObservedText,
  rule: BrokenRule,
  type: z.string(),
  words: ObservedText.optional(),
});
export type InvalidField = z.infer<typeof InvalidField>;

/** What was found out when an action failed. Facts only; `clueSentence` puts them in words. */
export const Clue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('form-invalid'), ...InvalidField.shape }),
  z.strictObject({ kind: z.literal('value-differs'), difference: NearDifference, what: z.string() }),
  z.strictObject({ kind: z.literal('behind-dialog'), dialog: ObservedText, what: What.optional() }),
  z.strictObject({ kind: z.literal('hidden'), by: HiddenBy, within: ObservedText.optional(), what: What.optional() }),
  z.strictObject({ kind: z.literal('other-tab'), title: ObservedText, url: ObservedText }),
  z.strictObject({ kind: z.literal('other-frame'), url: ObservedText, name: ObservedText }),
  z.strictObject({ kind: z.literal('container-missing'), container: ObservedText, sought: ObservedText }),
  z.strictObject({ kind: z.literal('other-role'), what: What, sought: z.string() }),
  z.strictObject({ kind: z.literal('known-by'), what: What, by: KnownBy, sought: z.string() }),
  z.strictObject({ kind: z.literal('name-differs'), what: What, difference: NearDifference, sought: ObservedText }),
  z.strictObject({ kind: z.literal('covered'), by: ObservedText }),
  z.strictObject({ kind: z.literal('disabled'), invalid: InvalidField.optional() }),
  z.strictObject({ kind: z.literal('read-only') }),
  z.strictObject({
    kind: z.literal('page-said'),
    as: z.enum(['alert', 'field', 'dialog', 'status']),
    text: ObservedText,
  }),
  z.strictObject({ kind: z.literal('dialog-said'), dialog: z.string(), text: ObservedText, isRefused: z.boolean() }),
  z.strictObject({
    kind: z.literal('not-loaded'),
    file: z.enum(['script', 'stylesheet']),
    url: ObservedText,
    why: ObservedText,
  }),
  z.strictObject({ kind: z.literal('page-error'), text: ObservedText, isAtLoad: z.boolean() }),
  z.strictObject({ kind: z.literal('redirected'), asked: ObservedText, came: ObservedText, hasPassword: z.boolean() }),
]);
export type Clue = z.infer<typeof Clue>;
export type ClueOf<Kind extends Clue['kind']> = Extract<Clue, { kind: Kind }>;

export const CLUE_KINDS = Clue.options.map(({ shape }) => shape.kind.value);
