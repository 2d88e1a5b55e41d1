/** What the page asks tools for besides the snapshot of the project: runs, breakpoints. */
import { isAppError } from '../../model/protocol/errors.ts';
import { ConnectionLost } from './bridge-client.ts';
import { readTool, type Session } from './session.ts';
import type { IdeState } from './state.ts';
import type { IdeStore } from './store.ts';
import { BreakpointsReply, ResultsReply, RunsReply } from './tool-replies.ts';
import { takeLastStates, takeResults } from './updates/run.ts';

const MOST_RUNS = 200;

interface Parts {
  store: IdeStore;
  session: Pick<Session, 'callTool'>;
}

/** What cannot be read is left as it was: the page can do without it, or another project is shown by now. */
async function ask<Reply>(
  { store }: Parts,
  read: () => Promise<Reply>,
  take: (state: IdeState, reply: Reply) => IdeState,
): Promise<void> {
  const followed = () => store.getState().project?.projectId;
  const asked = followed();
  try {
    const reply = await read();
    if (followed() === asked) store.update(state => take(state, reply));
  } catch (error) {
    if (!(isAppError(error) || error instanceof ConnectionLost)) throw error;
  }
}

export async function readRuns(parts: Parts): Promise<void> {
  const { session } = parts;
  await ask(
    parts,
    () => readTool(session, RunsReply, { name: 'getRuns', given: { limit: MOST_RUNS } }),
    (state, { runs }) => takeLastStates(state, runs),
  );
  await ask(
    parts,
    () => readTool(session, ResultsReply, { name: 'getTestResults' }),
    (state, { runId, actions = [], scenarios = [] }) =>
      state.results.runId === undefined ? takeResults(state, { runId, actions, scenarios }) : state,
  );
}

export async function readBreakpoints(parts: Parts): Promise<void> {
  if (parts.store.getState().unknownTools.has('getBreakpoints')) return;
  await ask(
    parts,
    () => readTool(parts.session, BreakpointsReply, { name: 'getBreakpoints' }),
    (state, { breakpoints }) => ({ ...state, breakpoints }),
  );
}
