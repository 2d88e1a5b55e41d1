import type { ReactNode } from 'react';
import type { ServerType } from '../../../parts/feature-server/field-labels.ts';
import { StateIcon } from '../../../parts/run-states.tsx';
import { PassedIcon, QueuedIcon, WarningIcon } from '../../../ui/icons.ts';
import type { Check } from './check-stages.tsx';
import classes from './feature-server.module.css';
import type { ServerSettings } from './reply.ts';
import { useChecked } from './use-server-form.ts';

interface ServerStatusProps {
  saved: ServerSettings;
  type: ServerType;
  check: Check;
  isChanged: boolean;
}

export function ServerStatus({ saved, type, check, isChanged }: ServerStatusProps) {
  const { checkedAt } = useChecked();
  if (check.phase === 'working')
    return <Chip icon={<StateIcon state="running" />} words="checking" color="var(--st-running)" />;
  const failed = check.phase === 'done' && !check.reply.ok;
  if (failed) return <Chip icon={<StateIcon state="failed" />} words="check failed" color="var(--st-failed)" />;
  const known = isChanged ? undefined : checkedAt(saved);
  const at = check.phase === 'done' ? check.at.toISOString() : known;
  if (at !== undefined) return <Checked at={at} isSaved={!isChanged} />;
  if (isChanged) return <Chip icon={<QueuedIcon size={15} aria-hidden />} words="not saved" />;
  if (type === 'none') return <Chip icon={<QueuedIcon size={15} aria-hidden />} words="not set" />;
  return <Chip icon={<WarningIcon size={15} aria-hidden />} words="not checked" color="var(--st-warning)" />;
}

function Checked({ at, isSaved }: { at: string; isSaved: boolean }) {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  const shown = isToday ? time.toLocaleTimeString([], { timeStyle: 'short' }) : time.toLocaleDateString();
  const words = (
    <>
      checked <time dateTime={at}>{shown}</time>
      {isSaved ? '' : ', not saved'}
    </>
  );
  return (
    <Chip
      icon={<PassedIcon size={15} aria-hidden />}
      words={words}
      title={time.toLocaleString()}
      color="var(--st-passed)"
    />
  );
}

interface ChipProps {
  icon: ReactNode;
  words: ReactNode;
  title?: string;
  color?: string;
}

const Chip = ({ icon, words, title, color = 'var(--st-quiet)' }: ChipProps) => (
  <span className={classes.status} style={{ color }} title={title}>
    {icon}
    <span>{words}</span>
  </span>
);
