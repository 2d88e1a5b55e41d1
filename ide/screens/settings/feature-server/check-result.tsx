import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { counted } from '../../../../model/names/counted.ts';
import type { Field, ServerType } from '../../../parts/feature-server/field-labels.ts';
import { WarningIcon } from '../../../ui/icons.ts';
import classes from './check.module.css';
import { type Check, CheckStages, type ShownCheck } from './check-stages.tsx';
import type { FoundFeature, TryReply } from './reply.ts';

interface CheckResultProps {
  check: Check;
  type: ServerType;
  suspects: readonly Field[];
  onShow(field: Field): void;
  onCancel(): void;
}

export function CheckResult({ check, type, suspects, onShow, onCancel }: CheckResultProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (check.phase !== 'none') place.current?.scrollIntoView({ block: 'nearest' });
  }, [check.phase]);
  if (check.phase === 'none' || check.phase === 'failed') return null;
  if (check.phase === 'cancelled')
    return (
      <Text size="sm" c="dimmed" role="status">
        The check was cancelled. Nothing was changed.
      </Text>
    );
  return (
    <div ref={place} className={classes.check}>
      <div className={`row between ${classes.checkHead}`}>
        <Verdict check={check} />
        {check.phase === 'working' && (
          <Button size="compact-xs" variant="default" onClick={onCancel}>
            Cancel check
          </Button>
        )}
      </div>
      <CheckStages check={check} type={type} suspects={suspects} onShow={onShow} />
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
  return check.reply.ok ? foundWords(check.reply) : 'The check failed: nothing would be imported';
}

function verdictColor(check: ShownCheck): string | undefined {
  if (check.phase === 'working') return undefined;
  return check.reply.ok ? 'var(--st-passed)' : 'var(--st-failed)';
}

function foundWords({ features, total, unreadable, omitted }: TryReply): string {
  const scenarios = features.reduce((sum, feature) => sum + feature.scenarios, 0);
  const files = counted(total, 'feature');
  const bad = unreadable === 0 ? '' : `, ${unreadable} cannot be read`;
  if (omitted !== undefined) return `${files} found${bad}`;
  return `${files} found, ${counted(scenarios, 'scenario')}${bad}`;
}

const Features = ({ reply: { features, omitted } }: { reply: TryReply }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
  <div className={`scroll boxed ${classes.found}`} tabIndex={0} role="region" aria-label="Features found">
    <table className={`table sticky-head ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Feature</th>
          <th scope="col" className={`numbers ${classes.number}`}>
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
        <td className={`numbers ${classes.number}`}>{scenarios}</td>
      </>
    ) : (
      <td colSpan={2} className="warning">
        <WarningIcon size={14} aria-hidden /> <VisuallyHidden>Cannot be read: </VisuallyHidden>
        <span dir="auto">{message}</span>
      </td>
    )}
  </tr>
);
