/** How states of runs, tests and actions look: an icon, a word and a colour each. */
import type { Icon } from '@tabler/icons-react';
import {
  FailedIcon,
  MinusIcon,
  NotImplementedIcon,
  PartialIcon,
  PassedIcon,
  PauseIcon,
  QueuedIcon,
  RunningIcon,
  StopIcon,
  WarningIcon,
} from '../ui/icons.ts';

interface StateLook {
  word: string;
  icon: Icon;
  color: string;
}

const LOOKS: Readonly<Record<string, StateLook>> = {
  passed: { word: 'passed', icon: PassedIcon, color: 'var(--st-passed)' },
  failed: { word: 'failed', icon: FailedIcon, color: 'var(--st-failed)' },
  error: { word: 'error', icon: WarningIcon, color: 'var(--st-failed)' },
  partial: { word: 'partly played', icon: PartialIcon, color: 'var(--st-quiet)' },
  notImplemented: { word: 'not implemented', icon: NotImplementedIcon, color: 'var(--st-warning)' },
  skipped: { word: 'skipped', icon: MinusIcon, color: 'var(--st-quiet)' },
  stopped: { word: 'stopped', icon: StopIcon, color: 'var(--st-quiet)' },
  starting: { word: 'starting', icon: RunningIcon, color: 'var(--st-running)' },
  running: { word: 'running', icon: RunningIcon, color: 'var(--st-running)' },
  paused: { word: 'paused', icon: PauseIcon, color: 'var(--st-paused)' },
  idle: { word: 'not run', icon: QueuedIcon, color: 'var(--st-quiet)' },
};

export const lookOf = (state: string): StateLook =>
  LOOKS[state] ?? { word: state, icon: QueuedIcon, color: 'var(--st-quiet)' };

interface StateIconProps {
  state: string;
  size?: number;
  /** What it says instead of the word of the state, for those who point at it as well. */
  label?: string;
}

/** The icon of a state; its word is read out, and shown by what is around it. */
export function StateIcon({ state, size = 15, label }: StateIconProps) {
  const { icon: Shown, word, color } = lookOf(state);
  return (
    <Shown size={size} color={color} role="img" aria-label={label ?? word} style={{ flex: 'none' }}>
      {label !== undefined && <title>{label}</title>}
    </Shown>
  );
}

/** How long something took that is in a state; what was skipped took no time. */
export const timeText = ({ state, ms }: { state: string; ms?: number | undefined }): string =>
  ms === undefined || state === 'skipped' ? '' : durationText(ms);

/** e.g. `82 ms`, `1.4 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
