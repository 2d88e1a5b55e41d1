/** Changes that wait for the service, and what becomes of those that can no longer be made. Pure. */
import { z } from 'zod';
import type { Edit, EditDeed } from './edits.ts';
import type { IdeState } from './state.ts';

/** A change that is made by one call of a tool; its arguments name the project and the version. */
export const WaitingCall = z.object({
  key: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
});
export type WaitingCall = z.infer<typeof WaitingCall>;

/** One that can no longer be made. */
export const LostChange = z.object({ key: z.string(), message: z.string(), typed: z.string() });
export type LostChange = z.infer<typeof LostChange>;

/** Tools that may be given secrets, which no browser keeps. */
const SECRET_TOOLS = ['configureAuth', 'createEnvironment', 'editEnvironment'];

export const isKeepable = ({ name, arguments: given }: WaitingCall): boolean =>
  !SECRET_TOOLS.includes(name) && !/"[^"]*(secret|password|token)[^"]*":/i.test(JSON.stringify(given));

/** Whether anything that waits would go with the page. */
export const wouldGo = ({ waitingCalls }: IdeState): boolean => !waitingCalls.every(isKeepable);

export const lostEdit = ({ key, deed }: Edit, message: string): LostChange => ({ key, message, typed: typedIn(deed) });

/** New actions as text that can be pasted into a test. */
function typedIn(deed: EditDeed): string {
  if (deed.tool === 'createActions') return JSON.stringify(deed.actions, undefined, 2);
  if (deed.tool === 'createAction') return JSON.stringify([deed.fields], undefined, 2);
  return 'fields' in deed ? linesOf(deed.fields) : '';
}

export const lostCall = ({ key, arguments: given }: WaitingCall, message: string): LostChange => ({
  key,
  message,
  typed: linesOf(given),
});

/** What a person wrote; names of things are the page's business. */
const linesOf = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .filter(([name, value]) => !/(Code|Id|Ids|rank|feature|force)$/.test(name) && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
