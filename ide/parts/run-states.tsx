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
  /** Replaces the word of the state, in the tooltip too. */
  label?: string;
}

/** The word is for screen readers; others read it in what is around the icon. */
export function StateIcon({ state, size = 15, label }: StateIconProps) {
  const { icon: Shown, word, color } = lookOf(state);
  return (
    <Shown size={size} color={color} role="img" aria-label={label ?? word} style={{ flex: 'none' }}>
      {label !== undefined && <title>{label}</title>}
    </Shown>
  );
}

export const timeText = ({ state, ms }: { state: string; ms?: number | undefined }): string =>
  ms === undefined || state === 'skipped' ? '' : durationText(ms);

/** e.g. `82 ms`, `1.4 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
