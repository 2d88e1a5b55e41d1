/** Requests of a failed test: which row sent them, and rows that check them. */
import { ACTION_KINDS, isActionType } from '../../../../model/actions/index.ts';
import type { ActionId } from '../../../../model/names/codes.ts';
import type { Ide } from '../../../app/ide.ts';
import { isInProject } from '../../../app/places.ts';
import { openTestOf } from '../../../app/state.ts';
import { checkRequest } from '../../../commands/use-request.ts';
import { readMoment } from '../execution/use-moment.ts';
import type { FailureDeskProps, LastFailure } from './last-failure.ts';

export interface SentRequest {
  method: string;
  url: string;
}

/** The action of the open test that failed, or in which one failed; undefined where it was none of them. */
export const ownAction = ({ testCode, failure }: FailureDeskProps): LastFailure['path'][number] | undefined =>
  failure.path[0]?.testCode === testCode ? failure.path.findLast(action => action.testCode === testCode) : undefined;

/** An action often waits in vain for a request of an earlier one. */
const MOST_LOOKED_AT = 5;
const LIMIT_MS = 20_000;

/** The row, at most the failed one, in whose moment the request was sent; undefined where none has it. */
export async function senderOf(
  { store, session, navigation }: Ide,
  desk: FailureDeskProps,
  request: SentRequest,
): Promise<ActionId | undefined> {
  const { testCode, last } = desk;
  const place = navigation.place();
  if (!isInProject(place)) return undefined;
  const state = store.getState();
  const rows = openTestOf(state, testCode)?.actions ?? [];
  const at = rows.findIndex(({ actionId }) => actionId === ownAction(desk)?.actionId);
  const signal = AbortSignal.timeout(LIMIT_MS);
  for (const { actionId } of rows.slice(Math.max(0, at + 1 - MOST_LOOKED_AT), at + 1).toReversed()) {
    const moment = state.results.actions[testCode]?.[actionId]?.moment;
    if (moment === undefined) continue;
    const { requests } = await readMoment(session, { projectId: place.projectId, runId: last.runId, moment }, signal);
    if (requests.some(({ method, url }) => method === request.method && url === request.url)) return actionId;
  }
  return undefined;
}

/** What only looks at the page sends nothing: what was sent meanwhile is of the action before it. */
const isLook = (type: string): boolean => isActionType(type) && ACTION_KINDS[type].isLook;

/** Adds a row that checks it behind the one that sent it, as far as that is known, else in front of the failed one. */
export async function checkSent(
  ide: Ide,
  desk: FailureDeskProps,
  request: SentRequest & { status: string },
): Promise<void> {
  const failed = ownAction(desk);
  if (failed === undefined) return;
  const { testCode, type } = failed;
  const sender = await senderOf(ide, desk, request);
  const isOfEarlier = sender === undefined || (sender === failed.actionId && isLook(type));
  const at = { testCode, actionId: isOfEarlier ? failed.actionId : sender };
  await checkRequest(ide, at, request, isOfEarlier ? 'before' : 'behind');
}
