import type { AriaRole } from '../names/aria-roles.ts';

/** Regular expression as data: written once, compiled where it is used. */
export interface RegexPattern {
  readonly source: string;
  readonly flags: string;
}

/** Text is looked for as a part, ignoring case, unless `exact`. */
export type TextMatch = string | RegexPattern;

interface TextFields {
  readonly text: TextMatch;
  readonly exact?: true;
}

interface RoleFields {
  readonly role: AriaRole;
  readonly name?: TextMatch;
  readonly description?: TextMatch;
  readonly exact?: true;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly selected?: boolean;
  readonly expanded?: boolean;
  readonly includeHidden?: boolean;
  readonly level?: number;
  readonly pressed?: boolean;
}

interface NestedFields {
  readonly locator: Locator;
}

/** What each kind of step says; the notation has more calls, which come down to these. */
interface StepFields {
  role: RoleFields;
  text: TextFields;
  label: TextFields;
  placeholder: TextFields;
  altText: TextFields;
  title: TextFields;
  testId: { readonly text: TextMatch };
  /** One css or xpath selector, or one of another open engine (`text=`, `id=` …); never a chain with `>>`. */
  selector: { readonly selector: string };
  /** Matches of a locator inside each match so far. */
  descendant: NestedFields;
  /** Into the document of the iframe found so far. */
  contentFrame: unknown;
  /** In any frame of the page; only at the very beginning. */
  anyFrame: unknown;
  hasText: { readonly text: TextMatch };
  hasNotText: { readonly text: TextMatch };
  has: NestedFields;
  hasNot: NestedFields;
  visible: { readonly visible: boolean };
  and: NestedFields;
  or: NestedFields;
  /** Zero-based; -1 is the last. */
  nth: { readonly index: number };
}

export type StepKind = keyof StepFields;

/** What is no text and is computed: `{{ … }}` by the name of the field, which meanwhile holds something that fits. */
interface ComputedFields {
  readonly computed?: Readonly<Record<string, string>>;
}

/** A step of one kind, or of any kind. */
export type LocatorStep<Kind extends StepKind = StepKind> = {
  [Each in Kind]: { readonly kind: Each } & StepFields[Each] & ComputedFields;
}[Kind];

/** How to find elements, from a page or frame inwards: each step goes on from what the one before found. */
export interface Locator {
  readonly steps: readonly LocatorStep[];
}

/** Steps that choose among elements and make none other of them. */
export const CHOICES: readonly StepKind[] = ['hasText', 'hasNotText', 'has', 'hasNot', 'visible', 'nth', 'and'];

export const MAX_LOCATOR_CHARACTERS = 4_000;
export const MAX_LOCATOR_STEPS = 50;
export const MAX_LOCATOR_NESTING = 10;
export const MAX_LOCATOR_INDEX = 1_000_000;
