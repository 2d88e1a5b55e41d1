import type { ActionFailure, ActionResult } from '../../../model/run/run.ts';
import type { Later } from '../action/perform-context.ts';
import { hashed } from '../page/failure.ts';
import { ActionRunner, type Flow } from './action-runner.ts';
import type { ItemRequest } from './item-request.ts';
import type { NodeWalk } from './node-walk.ts';
import type { Frame, ItemValues } from './run-frame.ts';
import { worst } from './worst-state.ts';

interface ActionsRequest {
  request: ItemRequest & { values: ItemValues };
  walk: NodeWalk;
  frame: Frame;
  flow: Flow;
  /** Takes the results as they come. */
  results: { push(result: ActionResult): void };
}

/**
 * Runs the actions of a test or a hook to their end. Answers what became of those that went on to there with something
 * outstanding, e.g. an answer to a dialog that never came: they have failed by it.
 */
export async function runActions({ request, walk, frame, flow, results }: ActionsRequest): Promise<Failures> {
  const expecting = new Map<ActionResult, Later>();
  try {
    await new ActionRunner({ ...request, expecting }).runNodes(walk, frame, { results, flow });
    if (flow.isStopped) return new Map();
    return new Map([...expecting].map(([result, { atEnd }]) => [result, atEnd()]));
  } finally {
    request.session.dialogs.dropPlanned();
  }
}

type Failures = ReadonlyMap<ActionResult, ActionFailure | undefined>;

/** The results with what they have failed by in the end, and blocks as bad as what is in them. */
export function withFailures(results: readonly ActionResult[], failures: Failures): ActionResult[] {
  // Thousands of results take their time, and hardly ever has one of them failed by then.
  if ([...failures.values()].every(error => error === undefined)) return [...results];
  return results.map(result => {
    const error = failures.get(result);
    if (error !== undefined) return { ...result, state: 'failed', error: hashed(error) };
    if (result.actions === undefined || result.actions.length === 0) return result;
    const actions = withFailures(result.actions, failures);
    return { ...result, state: worst([result, ...actions]), actions };
  });
}
