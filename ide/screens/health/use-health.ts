import { useIdeState } from '../../app/context.tsx';
import { useAnswer } from '../../app/queries.ts';
import { snapshotOf } from '../../app/state.ts';
import type { ReplyOf } from '../../app/tool-replies.ts';

export type ShownHealth = ReplyOf<'getHealth'>;
export type ShownModule = ShownHealth['modules'][number];

export type ShownRepairs = ReplyOf<'getRepairs'>;

const MOST_REPAIRS = 20;
const NO_REPAIRS: ShownRepairs = { repairs: [], total: 0 };

/** More than anybody reads; the worst come first. */
const MOST_MODULES = 200;

/** Read again when a run ends or is deleted, or tests come and go. */
export function useHealth() {
  const cause = useIdeState(({ run, results }) => `${run.runId} ${run.state} ${JSON.stringify(results.changed)}`);
  const tests = useIdeState(state => snapshotOf(state)?.tests);
  const how = { causes: [cause, tests], isKept: true };
  const { reply: health, again } = useAnswer('getHealth', { limit: MOST_MODULES }, how);
  const { reply: repairs } = useAnswer('getRepairs', { limit: MOST_REPAIRS }, how);
  return { health, repairs: repairs.phase === 'ready' ? repairs.value : NO_REPAIRS, again };
}
