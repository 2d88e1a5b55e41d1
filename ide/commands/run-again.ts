import { AppError } from '../../model/errors/errors.ts';
import type { ActionId, TestCode } from '../../model/names/codes.ts';
import type { Ide } from '../app/ide.ts';
import { readTool } from '../app/session.ts';
import { snapshotOf } from '../app/state.ts';
import { ActionsReply, StartedReply } from '../app/tool-replies.ts';

interface Again {
  name: 'runTest' | 'runFeatures';
  given: Record<string, unknown>;
  /** The action to begin at. */
  from?: { testCode: TestCode; actionId: ActionId };
}

/** As many as a test can have. */
const ALL = 1_000;

/** Starts a run as one was started before; answers with its id. */
export async function runAgain(ide: Ide, { name, given, from }: Again): Promise<string> {
  const start = from === undefined ? {} : { fromAction: await positionOf(ide, from, given.versionId) };
  const { runId } = await readTool(ide.session, StartedReply, { name, given: { ...given, ...start } });
  return runId;
}

/** Actions may have moved since. Errors: `not-found`. */
async function positionOf(ide: Ide, { testCode, actionId }: NonNullable<Again['from']>, versionId: unknown) {
  const moduleCode = snapshotOf(ide.store.getState())?.tests[testCode]?.moduleCode;
  const given = { versionId, moduleCode, testCode, limit: ALL };
  const { actions } = await readTool(ide.session, ActionsReply, { name: 'getActions', given });
  const position = actions.findIndex(action => action.actionId === actionId);
  if (position < 0) throw new AppError('not-found', 'The action is not in the test any more.');
  return position;
}
