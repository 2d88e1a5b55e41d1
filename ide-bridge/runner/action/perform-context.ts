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
  /** The text of a field with its `{{ … }}` filled in, and whether a secret went in. */
  text(template: string): Promise<{ text: string; isSecret: boolean }>;
  /** Keeps a text that nobody declared secret, and yet is nobody's business, out of what this run tells and keeps. */
  concealWord(word: string): void;
  /** The value of a field: of one that is a single expression with its type. */
  value(template: string): Promise<FoundValue>;
  /** As `text`; in a regular expression, values stand for themselves. */
  pattern(template: string): Promise<string>;
  /** A locator, its `{{ … }}` filled in. */
  find(locator: string): Promise<Locator>;
  /** Whether an expression holds, which may also use the given names; it never reads secrets. */
  holds(expression: string, names: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** A sentence about the last question of a page that was answered with no because no action answered it. */
  refusal(): string | undefined;
  /** Keeps a value that later actions read as var.NAME. */
  setVariable(name: string, value: unknown): void;
  /** Where relative addresses start from: the app that the test names, else the project's. Errors: `invalid-project`. */
  base(): string | undefined;
  /** The absolute path of a file below `files/`. Errors: `invalid-project`. */
  pathOf(file: string, field: string): Promise<string>;
  /** Keeps a file with the run; resolves with its name. */
  keepFile(name: string, bytes: Uint8Array): Promise<string>;
  /** Keeps what the action asks of the app and is answered, in the place of what it kept before. */
  keepCall(call: CallRecord): void;
  /** The stored pictures that pages are held against, and whether this run makes them. */
  baselines: Baselines & { areMade: boolean };
  /** What a picture that an action is about is called when it has no name; the same in each run. */
  nameOf(actionId: string): string;
  /** Keeps a picture with the run; resolves with its name. */
  keepPicture(name: string, bytes: Uint8Array): Promise<string>;
}

/** What an action expects of those after it. */
export interface Later {
  /** Waits for what the next action that does something was to bring; that one then ends like this. */
  afterNext?: ((limits: Limits) => Promise<Performed>) | undefined;
  /** Called when that action has ended. */
  drop?: (() => void) | undefined;
  /** What it has failed by, asked when the test has come to its end. */
  atEnd(): ActionFailure | undefined;
}

/** What came of an action that could be done; being unable to do it throws. */
export type Performed =
  | {
      state: 'passed';
      screenshot?: string;
      /** A file that was kept with the run. */
      file?: string;
      /** A file of the project that the action made or replaced. */
      wrote?: string;
      later?: Later;
    }
  | {
      state: 'failed';
      error: ActionFailure;
      /** No element matches, so that others that come close are of interest. */
      isMissing: boolean;
    };

export const PASSED: Performed = { state: 'passed' };

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
  /** Called with the branch that an `if` takes. */
  chose(holds: boolean): void;
  body(round?: Round): Promise<boolean>;
  otherwise(): Promise<boolean>;
  plug(test: string, parameters: Readonly<Record<string, string>>, round: number | undefined): Promise<boolean>;
}
