import type { FoundValue } from '../values/scopes.ts';
import type { AssertionFields } from './check-expectation.ts';

/** One round of a loop: its number from 1, and the values it is about. */
export interface Round {
  round: number;
  values: Readonly<Record<string, unknown>>;
}

/** What performers of blocks may use: they decide what runs below them. The last three answer whether to go on. */
export interface BlockContext {
  /** The text of a field with its `{{ … }}` filled in. */
  text(template: string): Promise<{ text: string }>;
  /** The value of a field that is one expression. Errors: `invalid-project` when there is none. */
  value(template: string): Promise<FoundValue>;
  /** Whether an expression holds; it never reads secrets. */
  condition(expression: string): Promise<boolean>;
  /** Whether an assertion holds now: the page is looked at once. */
  looksTrue(assertion: AssertionFields): Promise<boolean>;
  /** To be told which way an `if` goes. */
  chose(holds: boolean): void;
  body(round?: Round): Promise<boolean>;
  otherwise(): Promise<boolean>;
  plug(test: string, parameters: Readonly<Record<string, string>>, round: number | undefined): Promise<boolean>;
}
