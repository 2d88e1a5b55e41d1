import type { ActionResult, ActionState } from '../../../model/run/run.ts';

const ORDER: readonly ActionState[] = ['passed', 'skipped', 'error', 'failed', 'stopped'];

/** The worst of several states, where skipped ones do not count. */
export function worst(results: readonly Pick<ActionResult, 'state'>[]): Exclude<ActionState, 'skipped' | 'running'> {
  const state = results.reduce<ActionState>(
    (bad, result) => (ORDER.indexOf(result.state) > ORDER.indexOf(bad) ? result.state : bad),
    'passed',
  );
  return state === 'skipped' || state === 'running' ? 'passed' : state;
}
