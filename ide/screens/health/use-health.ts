import { useIdeState } from '../../app/context.tsx';
import { useAnswer } from '../../app/queries.ts';
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
  const isWanted = useIdeState(({ connection }) => connection.phase === 'open');
  const cause = useIdeState(({ run, results }) => `${run.runId} ${run.state} ${JSON.stringify(results.changed)}`);
  const tests = useIdeState(({ project }) => (project?.snapshot.phase === 'ready' ? project.snapshot.value.tests : 0));
  const { reply: health, again } = useAnswer(
    'getHealth',
    { limit: MOST_MODULES },
    { isWanted, causes: [cause, tests], isKept: true },
  );
  const { reply: repairs } = useAnswer(
    'getRepairs',
    { limit: MOST_REPAIRS },
    { isWanted, causes: [cause, tests], isKept: true },
  );
  return { health, repairs: repairs.phase === 'ready' ? repairs.value : NO_REPAIRS, again };
}
