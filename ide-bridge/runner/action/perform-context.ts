import type { Locator } from '../../../model/locator/locator.ts';
import type { Baselines } from '../../../model/protocol/bridge.ts';
import type { CallRecord } from '../../../model/run/call-record.ts';
import type { ActionFailure } from '../../../model/run/run.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { Limits } from '../page/limits.ts';
import type { FoundValue } from '../values/scopes.ts';
import type { AssertionFields } from './assertion-fields.ts';

export interface PerformContext {
  session: AppSession;
  limits: Limits;
  text(template: string): Promise<{ text: string; isSecret: boolean }>;
  /** Masks a private text that nobody declared secret in everything this run reports and stores. */
  concealWord(word: string): void;
  /** Without the secrets of the run, for what is written into files of the project. */
  masked(text: string): string;
  /** A single expression keeps the type of its value. */
  value(template: string): Promise<FoundValue>;
  /** As `text`; in a regular expression, values match literally. */
  pattern(template: string): Promise<string>;
  find(locator: string): Promise<Locator>;
  /** The expression may also use `names`; it never reads secrets. `signal`: once the action itself is over. */
  holds(expression: string, names: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<boolean>;
  /** What an expression gives, which may also use `names` and never reads secrets. The signal outlasts the action. */
  compute(expression: string, names: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
  /** A sentence about the last question of a page that was dismissed because no action answered it. */
  refusal(): string | undefined;
  setVariable(name: string, value: unknown): void;
  /** Base of relative addresses: the app that the test names, else the project's. Errors: `invalid-project`. */
  base(): string | undefined;
  /** Errors: `invalid-project`. */
  pathOf(file: string, field: string): Promise<string>;
  /** Writes a file below `files/`. Errors: `name-taken`, `conflict`, `disk-full`, `read-only`. */
  putFile(file: string, bytes: Uint8Array): Promise<void>;
  keepFile(name: string, bytes: Uint8Array): Promise<string>;
  keepCall(call: CallRecord): void;
  baselines: Baselines & { areMade: boolean };
  nameOf(actionId: string): string;
  keepPicture(name: string, bytes: Uint8Array): Promise<string>;
}

export interface Later {
  /** Waits for the effect of the next action, whose outcome this becomes. */
  afterNext?: ((limits: Limits) => Promise<Performed>) | undefined;
  /** Called when that action has ended. */
  drop?: (() => void) | undefined;
  /** What is left to do at the end, before it is asked anything. Never rejects. */
  finish?: ((end: { isStopped: boolean }) => Promise<void>) | undefined;
  /** Failure of an unmet expectation, asked at the end of the test. */
  atEnd(): ActionFailure | undefined;
  /** What is said in the result without being a failure, asked last, also where something else ended the test. */
  note?: (() => string | undefined) | undefined;
  /** Whether it goes on to the end of the item: one of a hook is asked when the test and its hooks are over. */
  lasts?: boolean;
}

export type Performed =
  | {
      state: 'passed';
      screenshot?: string;
      screenshotNote?: string;
      file?: string;
      wrote?: string;
      note?: string;
      later?: Later;
    }
  | {
      state: 'failed';
      error: ActionFailure;
      /** No element matches, so similar ones are of interest. */
      isMissing: boolean;
    };

export const PASSED: Performed = { state: 'passed' };

export interface Round {
  round: number;
  values: Readonly<Record<string, unknown>>;
}

/** Blocks decide what runs below them. The last three functions resolve with whether to go on. */
export interface BlockContext {
  text(template: string): Promise<{ text: string }>;
  /** Errors: `invalid-project` when the field is no expression. */
  value(template: string): Promise<FoundValue>;
  /** Never reads secrets. */
  condition(expression: string): Promise<boolean>;
  looksTrue(assertion: AssertionFields): Promise<boolean>;
  /** Called with the branch that an `if` takes. */
  chose(holds: boolean): void;
  body(round?: Round): Promise<boolean>;
  otherwise(): Promise<boolean>;
  plug(test: string, parameters: Readonly<Record<string, string>>, round: number | undefined): Promise<boolean>;
}
