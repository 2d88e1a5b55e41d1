import { Button } from '@mantine/core';
import { FETCH_STAGES } from '../../../../model/project/feature-server.ts';
import type { BegunStage, Call } from '../../../app/queries.ts';
import type { ServerType } from '../../../parts/feature-server/field-labels.ts';
import { type Field, labelOf } from '../../../parts/feature-server/field-labels.ts';
import { inWords } from '../../../parts/feature-server/in-words.ts';
import { durationText, StateIcon } from '../../../parts/run-states.tsx';
import { useElapsed } from '../../../parts/use-elapsed.ts';
import classes from './check.module.css';
import type { TriedStage, TryReply } from './reply.ts';

const TITLES: Readonly<Record<string, string>> = {
  'sign in': 'Sign in',
  fetch: 'Fetch',
  unpack: 'Unpack',
  match: 'Match',
};

export type Check = Call<TryReply>;
export type ShownCheck = Extract<Check, { phase: 'working' | 'done' }>;

interface CheckStagesProps {
  check: ShownCheck;
  type: ServerType;
  suspects: readonly Field[];
  onShow(field: Field): void;
}

export const CheckStages = ({ check, type, ...failure }: CheckStagesProps) => (
  <ol className="stack gap-sm plain-list" aria-label="Stages of the check">
    {rowsOf(check, type).map(row => (
      <li key={row.stage} className={classes.stage} data-state={row.state}>
        <StateIcon state={row.state} />
        <span>{TITLES[row.stage] ?? row.stage}</span>
        <span className="note numbers">{row.state === 'running' ? <Elapsed /> : factsOf(row)}</span>
        {row.result?.note !== undefined && (
          <p className={`flush note break-words ${classes.note}`}>{row.result.note}</p>
        )}
        {row.result?.message !== undefined && (
          <FailedStage message={inWords(row.result.message, type)} type={type} {...failure} />
        )}
      </li>
    ))}
  </ol>
);

interface Row {
  stage: string;
  state: string;
  result?: TriedStage | undefined;
  ms?: number | undefined;
}

/** Signing in is a stage of its own only where tokens are made for it. */
function rowsOf(check: ShownCheck, type: ServerType): Row[] {
  const results: readonly TriedStage[] = check.phase === 'done' ? check.reply.stages : [];
  const begun = check.phase === 'working' ? check.begun : [];
  const seen = check.phase === 'working' ? begun.map(({ stage }) => stage) : results.map(({ stage }) => stage);
  const shown = FETCH_STAGES.filter(stage => stage !== 'sign in' || type === 'xray-cloud' || seen.includes(stage));
  return shown.map(stage => {
    const result = results.find(one => one.stage === stage);
    if (result !== undefined) return { stage, result, ms: result.ms, state: result.ok ? 'passed' : 'failed' };
    if (check.phase === 'done') return { stage, state: 'skipped' };
    if (seen.at(-1) === stage) return { stage, state: 'running' };
    return { stage, ms: tookMs(begun, stage), state: seen.includes(stage) ? 'passed' : 'queued' };
  });
}

/** By the page's clock: the service reports its own times only at the end. */
function tookMs(begun: readonly BegunStage[], stage: string): number | undefined {
  const at = begun.findIndex(one => one.stage === stage);
  const [first, next] = [begun[at], begun[at + 1]];
  return first === undefined || next === undefined ? undefined : next.at - first.at;
}

function factsOf({ state, result, ms }: Row): string {
  if (state === 'skipped') return 'not reached';
  const status = result?.status === undefined ? '' : `answer ${result.status}`;
  return [status, ms === undefined ? '' : durationText(ms)].filter(Boolean).join(' · ');
}

const Elapsed = () => <>{Math.floor(useElapsed(0, true) / 1_000)} s</>;

interface FailedStageProps extends Pick<CheckStagesProps, 'type' | 'suspects' | 'onShow'> {
  message: string;
}

const FailedStage = ({ message, type, suspects, onShow }: FailedStageProps) => (
  <div className={classes.stageMessage}>
    <p dir="auto" role="alert">
      {message}
    </p>
    {suspects.map(field => (
      <Button key={field} size="compact-xs" variant="default" onClick={() => onShow(field)}>
        Go to {labelOf(field, type)}
      </Button>
    ))}
  </div>
);
