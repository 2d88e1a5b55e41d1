import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Stage } from '../../../../model/integration/stage.ts';
import { WarningIcon } from '../../../ui/icons.ts';
import { durationText, StateIcon } from '../../shared/run-states.tsx';
import classes from './feature-server.module.css';
import { inWords } from './fields.ts';
import type { FoundFeature, ServerType, StageResult, TryReply } from './reply.ts';
import type { Check } from './use-check.ts';

const TITLES: Readonly<Record<string, string>> = {
  'sign in': 'Sign in',
  fetch: 'Fetch',
  unpack: 'Unpack',
  match: 'Match',
};

const STAGES = Stage.options.filter(stage => stage !== 'upload');

type ShownCheck = Extract<Check, { phase: 'working' | 'done' }>;

interface CheckResultProps {
  check: Check;
  type: ServerType;
  onCancel(): void;
}

/** How a check goes, stage by stage, and the features that it found. */
export function CheckResult({ check, type, onCancel }: CheckResultProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (check.phase !== 'none') place.current?.scrollIntoView({ block: 'nearest' });
  }, [check.phase]);
  if (check.phase === 'none') return null;
  if (check.phase === 'cancelled')
    return (
      <Text size="sm" c="dimmed" role="status">
        The check was cancelled. Nothing was changed.
      </Text>
    );
  return (
    <div ref={place} className={classes.check}>
      <div className={classes.checkHead}>
        <Verdict check={check} />
        {check.phase === 'working' && (
          <Button size="compact-xs" variant="default" onClick={onCancel}>
            Cancel check
          </Button>
        )}
      </div>
      <ol className={classes.stages} aria-label="Stages of the check">
        {rowsOf(check, type).map(row => (
          <StageRow key={row.stage} row={row} type={type} />
        ))}
      </ol>
      {check.phase === 'done' && check.reply.features.length > 0 && <Features reply={check.reply} />}
    </div>
  );
}

const Verdict = ({ check }: { check: ShownCheck }) => (
  <Text size="sm" fw={600} role="status" style={{ color: verdictColor(check) }}>
    {verdictOf(check)}
  </Text>
);

function verdictOf(check: ShownCheck): string {
  if (check.phase === 'working') return 'Checking';
  return check.reply.ok ? foundWords(check.reply) : 'The features cannot be had like this';
}

function verdictColor(check: ShownCheck): string | undefined {
  if (check.phase === 'working') return undefined;
  return check.reply.ok ? 'var(--st-passed)' : 'var(--st-failed)';
}

function foundWords({ features, total, omitted }: TryReply): string {
  const scenarios = features.reduce((sum, feature) => sum + feature.scenarios, 0);
  const files = total === 1 ? '1 feature' : `${total} features`;
  if (omitted !== undefined) return `${files} found`;
  return `${files} found, ${scenarios === 1 ? '1 scenario' : `${scenarios} scenarios`}`;
}

interface Row {
  stage: string;
  state: string;
  result?: StageResult | undefined;
}

/** Signing in is a stage of its own only where tokens are made for it. */
function rowsOf(check: ShownCheck, type: ServerType): Row[] {
  const results: readonly StageResult[] = check.phase === 'done' ? check.reply.stages : [];
  const begun = check.phase === 'working' ? check.begun : results.map(({ stage }) => stage);
  const shown = STAGES.filter(stage => stage !== 'sign in' || type === 'xray-cloud' || begun.includes(stage));
  return shown.map(stage => {
    const result = results.find(one => one.stage === stage);
    if (result !== undefined) return { stage, result, state: result.ok ? 'passed' : 'failed' };
    if (check.phase === 'done') return { stage, state: 'skipped' };
    if (begun.at(-1) === stage) return { stage, state: 'running' };
    return { stage, state: begun.includes(stage) ? 'passed' : 'queued' };
  });
}

function StageRow({ row: { stage, state, result }, type }: { row: Row; type: ServerType }) {
  const status = result?.status === undefined ? undefined : `answer ${result.status}`;
  return (
    <li className={classes.stage} data-state={state}>
      <StateIcon state={state} />
      <span>{TITLES[stage] ?? stage}</span>
      <span className={classes.facts}>
        {result !== undefined && [status, durationText(result.ms)].filter(Boolean).join(' · ')}
        {state === 'skipped' && 'not reached'}
      </span>
      {result?.message !== undefined && (
        <p className={classes.stageMessage} dir="auto" role="alert">
          {inWords(result.message, type)}
        </p>
      )}
    </li>
  );
}

const Features = ({ reply: { features, omitted } }: { reply: TryReply }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
  <div className={classes.found} tabIndex={0} role="region" aria-label="Features found">
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Feature</th>
          <th scope="col" className={classes.number}>
            Scenarios
          </th>
        </tr>
      </thead>
      <tbody>
        {features.map(feature => (
          <FeatureRow key={feature.file} feature={feature} />
        ))}
      </tbody>
    </table>
    {omitted !== undefined && (
      <Text size="xs" c="dimmed" p="xs">
        {omitted}
      </Text>
    )}
  </div>
);

const FeatureRow = ({ feature: { file, name, scenarios, message } }: { feature: FoundFeature }) => (
  <tr>
    <td dir="auto">{file}</td>
    {message === undefined ? (
      <>
        <td dir="auto">{name}</td>
        <td className={classes.number}>{scenarios}</td>
      </>
    ) : (
      <td colSpan={2} className={classes.unread}>
        <WarningIcon size={14} aria-hidden /> <VisuallyHidden>Cannot be read: </VisuallyHidden>
        <span dir="auto">{message}</span>
      </td>
    )}
  </tr>
);
