/** What the page asks tools for besides the project snapshot. */
import { isRefusal } from './bridge-client.ts';
import { takeLastStates, takeResults, takeScenarios } from './run-updates.ts';
import type { Session } from './session.ts';
import type { IdeState } from './state.ts';
import type { IdeStore } from './store.ts';

/** As many as are read without a noticeable delay. */
const PAGE_RESULTS = 1_500;

interface Parts {
  store: IdeStore;
  session: Pick<Session, 'call'>;
}

/** A failed read leaves the state as it was: the page works without, or shows another project by now. */
async function ask<Reply>(
  { store }: Parts,
  read: () => Promise<Reply>,
  take: (state: IdeState, reply: Reply) => IdeState,
): Promise<Reply | undefined> {
  const followed = () => store.getState().project?.projectId;
  const asked = followed();
  try {
    const reply = await read();
    if (followed() !== asked) return undefined;
    store.update(state => take(state, reply));
    return reply;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

export async function readLastStates(parts: Parts): Promise<void> {
  const { results: asked } = parts.store.getState();
  await ask(
    parts,
    () => parts.session.call('getLastStates', {}),
    (state, told) => takeLastStates(state, told, asked),
  );
}

export async function readRuns(parts: Parts): Promise<void> {
  const { session } = parts;
  await readLastStates(parts);
  const results = await ask(
    parts,
    () => session.call('getTestResults', {}),
    (state, { runId, actions = [], scenarios = [] }) =>
      state.results.runId === undefined ? takeResults(state, { runId, actions, scenarios }) : state,
  );
  if (results?.omitted !== undefined && results.scenarios !== undefined) await readScenarios(parts, results.runId);
}

async function readScenarios(parts: Parts, runId: string): Promise<void> {
  let cursor: string | undefined = '0';
  while (cursor !== undefined && parts.store.getState().results.runId === runId)
    cursor = await readPage(parts, { runId, limit: PAGE_RESULTS, cursor });
}

async function readPage(parts: Parts, given: { runId: string; limit: number; cursor: string }) {
  const page = await ask(
    parts,
    () => parts.session.call('getRun', given),
    (state, { run }) => takeScenarios(state, given.runId, run.scenarios ?? []),
  );
  return page?.nextCursor;
}

export async function readBreakpoints(parts: Parts): Promise<void> {
  if (parts.store.getState().unknownTools.has('getBreakpoints')) return;
  await ask(
    parts,
    () => parts.session.call('getBreakpoints', {}),
    (state, { breakpoints }) => ({ ...state, breakpoints }),
  );
}
