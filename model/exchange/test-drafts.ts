/** Importers make tests with unchecked actions, and notes for people about each. */
import { AppError } from '../errors/errors.ts';
import type { TestActors } from '../project/actor.ts';
import type { FailOn } from '../project/fail-on.ts';
import type { TestBrowser } from '../project/test-browser.ts';

export interface ActionDraft {
  type: string;
  [field: string]: unknown;
}

export interface TestDraft {
  name: string;
  actions: ActionDraft[];
  notes: string[];
  tags?: string[];
  browser?: TestBrowser;
  failOn?: FailOn;
  /** The first acts in actions that name nobody. */
  actors?: TestActors;
  /** Whether the other tool does not run it either. */
  skip?: boolean;
}

/** Files that come along with the text: code may take helpers and page objects from them. */
export interface ImportSource {
  /** Where the text stands among the files: relative, with `/`. Paths are mere names, and nothing is read from a disk. */
  path: string;
  files: ReadonlyMap<string, string>;
}

/** Errors: `invalid-params` with the field `text`. */
export type Importer = (text: string, source?: ImportSource) => TestDraft[];

/** Escapes `{{`: nothing is computed in texts of other tools. */
export const literal = (text: string): string =>
  text.replace(/(\\*)\{\{/g, (_, backslashes: string) => `${backslashes}${backslashes}\\{{`);

const MOST_QUOTED = 500;

/** A disabled comment with what could not be imported, and why. */
export const leftOut = (original: string, reason: string): ActionDraft => ({
  type: 'comment',
  text: original.length > MOST_QUOTED ? `${original.slice(0, MOST_QUOTED)}…` : original,
  comment: reason,
  disabled: true,
});

/** As long as this mark is there, its test does less than intended. */
export const isLeftOut = ({ type, comment, disabled }: { type: string; comment?: unknown; disabled?: unknown }) =>
  type === 'comment' && disabled === true && comment !== undefined;

export function leftOutMark(actions: readonly Parameters<typeof isLeftOut>[0][]): { leftOut?: number } {
  const count = actions.filter(isLeftOut).length;
  return count === 0 ? {} : { leftOut: count };
}

export const leftOutNotes = (actions: readonly ActionDraft[]): string[] =>
  actions
    .filter(isLeftOut)
    .map(({ text, comment }) => `“${String(text).split('\n')[0]?.slice(0, 120)}” was left out. ${String(comment)}`);

export const wrongText = (message: string): AppError => new AppError('invalid-params', message, { field: 'text' });

/** Errors: `invalid-params` with the field `text`. */
export function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw wrongText(`This is not ${what}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
