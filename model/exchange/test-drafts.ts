/** What importers make: tests whose actions are not checked yet, and what people should know about each. */
import { AppError } from '../errors/errors.ts';

/** An action as callers give it, see `readAction`. */
export interface ActionDraft {
  type: string;
  [field: string]: unknown;
}

export interface TestDraft {
  name: string;
  actions: ActionDraft[];
  notes: string[];
}

/** Reads a file of another tool. Errors: `invalid-params` with the field `text`. */
export type Importer = (text: string) => TestDraft[];

/** A text of another tool, in which nothing is computed. */
export const literal = (text: string): string =>
  text.replace(/(\\*)\{\{/g, (_, backslashes: string) => `${backslashes}${backslashes}\\{{`);

const MOST_QUOTED = 500;

/** What could not be taken over: it does nothing, and says what was there and why. */
export const leftOut = (original: string, reason: string): ActionDraft => ({
  type: 'comment',
  text: original.length > MOST_QUOTED ? `${original.slice(0, MOST_QUOTED)}…` : original,
  comment: reason,
  disabled: true,
});

/** Whether an action marks what could not be imported: as long as it is there, its test does less than intended. */
export const isLeftOut = ({ type, comment, disabled }: { type: string; comment?: unknown; disabled?: unknown }) =>
  type === 'comment' && disabled === true && comment !== undefined;

/** The mark of a test that does less than intended; empty for others. */
export function leftOutMark(actions: readonly Parameters<typeof isLeftOut>[0][]): { leftOut?: number } {
  const count = actions.filter(isLeftOut).length;
  return count === 0 ? {} : { leftOut: count };
}

/** The message about actions that could not be imported. */
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
