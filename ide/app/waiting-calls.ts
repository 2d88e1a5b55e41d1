/** Changes by one call each, which wait while the connection is lost. */
import { ConnectionLost } from './bridge-client.ts';
import type { Session } from './session.ts';
import type { IdeStore } from './store.ts';

interface Parts {
  store: IdeStore;
  session: Pick<Session, 'callTool'>;
}

/** `crypto.randomUUID` is missing where the page is not served by HTTPS or on this machine. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Calls a tool that changes something; without a connection the call is kept. */
export async function callOrWait(
  { store, session }: Parts,
  name: string,
  given: Record<string, unknown>,
): Promise<unknown> {
  const key = newKey();
  const call = { key, name, arguments: given };
  try {
    return await session.callTool(name, { ...given, idempotencyKey: key });
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    store.update(state => ({ ...state, waitingCalls: [...state.waitingCalls, call] }));
    return undefined;
  }
}

/** Sends what was kept, in order. */
export async function sendCalls({ store, session }: Parts): Promise<{ saved: number; problems: string[] }> {
  const problems: string[] = [];
  let saved = 0;
  for (const { key, name, arguments: given } of store.getState().waitingCalls) {
    try {
      await session.callTool(name, { ...given, idempotencyKey: key });
      saved += 1;
    } catch (error) {
      if (error instanceof ConnectionLost) break;
      problems.push(error instanceof Error ? error.message : String(error));
    }
    store.update(state => ({ ...state, waitingCalls: state.waitingCalls.filter(call => call.key !== key) }));
  }
  return { saved, problems };
}
