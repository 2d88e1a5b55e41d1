import { knownTimezone, timeOfClock, type WindowClock } from '../../../model/values/window-clock.ts';
import { useIdeState } from '../../app/context.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './live-view.module.css';

/** What the pages have for the time; nothing while that is the real one. */
export function ClockChip() {
  const clock = useIdeState(state => state.app.clock);
  return clock === undefined ? null : <SetClock clock={clock} />;
}

const TICK_MS = 1_000;

function SetClock({ clock }: { clock: WindowClock }) {
  const now = useNow(TICK_MS);
  const time = timeOfClock(clock, now);
  const timeZone = knownTimezone(clock.timezone);
  const written = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...format, timeZone }).format(time);
  const { word, meaning } = STATES[clock.state];
  const exactly = `${written({ dateStyle: 'long', timeStyle: 'medium' })} (${timeZone ?? 'in your time zone'})`;
  return (
    <span className={`ellipsis ${classes.clock}`} title={`${meaning} ${exactly}. ${UNTIL}`}>
      Clock: {written({ dateStyle: 'medium', timeStyle: 'short' })}, {word}
    </span>
  );
}

const STATES = {
  running: { word: 'running', meaning: 'The pages have a clock of their own, which goes on. It says' },
  held: { word: 'date held', meaning: 'The date of the pages stands, while their timers run, at' },
  paused: { word: 'paused', meaning: 'The clock of the pages and all their timers stand still at' },
} satisfies Record<WindowClock['state'], { word: string; meaning: string }>;

const UNTIL = 'The real clock is back when a test has ended here, or a new window is opened.';
