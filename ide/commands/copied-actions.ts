/** Actions as the text that copying leaves on the clipboard, which other windows and editors understand. Pure. */
import { z } from 'zod';
import type { EditedRow, NewAction } from '../app/edits.ts';

export function textOfActions(rows: readonly EditedRow[]): string {
  const actions = rows.map(({ action: { actionId: _id, ...fields } }) => fields);
  return JSON.stringify(actions, undefined, 2);
}

/** One action may stand by itself. */
const Actions = z.union([
  z.array(z.looseObject({ type: z.string() })).min(1),
  z.looseObject({ type: z.string() }).transform(action => [action]),
]);

/** Undefined where a text is about something else. */
export function actionsOfText(text: string): readonly NewAction[] | undefined {
  try {
    return Actions.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
