import type { AriaRole } from '../names/aria-roles.ts';

/** A regular expression as data, compiled where it is used. */
export interface RegexPattern {
  readonly source: string;
  readonly flags: string;
}

/** Matches a part of the text, ignoring case, unless `exact`. */
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

/** `{{ … }}` of fields that hold no text, by name; the field itself has a fitting sample until then. */
interface ComputedFields {
  readonly computed?: Readonly<Record<string, string>>;
}

export type LocatorStep<Kind extends StepKind = StepKind> = {
  [Each in Kind]: { readonly kind: Each } & StepFields[Each] & ComputedFields;
}[Kind];

/** From a page or frame inwards: each step goes on from what the one before found. */
export interface Locator {
  readonly steps: readonly LocatorStep[];
}

export const CHOICES: readonly StepKind[] = ['hasText', 'hasNotText', 'has', 'hasNot', 'visible', 'nth', 'and'];

export const MAX_LOCATOR_CHARACTERS = 4_000;
/** Each frame on the way takes two. */
export const MAX_LOCATOR_STEPS = 100;
export const MAX_LOCATOR_NESTING = 10;
export const MAX_LOCATOR_INDEX = 1_000_000;
