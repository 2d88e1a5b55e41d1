/** Durations as people write them: `5 min`, `1 h 30 min`, `02:30` (minutes and seconds), or milliseconds. */

const PARTS_OF_CLOCK = /^(?:(\d{1,3}):)?(\d{1,2}):(\d\d)$/;
const UNITS_IN_MS: Readonly<Record<string, number>> = {
  ms: 1,
  ...{ s: 1_000, sec: 1_000, second: 1_000, seconds: 1_000 },
  ...{ m: 60_000, min: 60_000, minute: 60_000, minutes: 60_000 },
  ...{ h: 3_600_000, hour: 3_600_000, hours: 3_600_000 },
  ...{ d: 86_400_000, day: 86_400_000, days: 86_400_000 },
};
const MOST_CHARACTERS = 100;
const MOST_MS = 100 * 366 * 86_400_000;

/** In whole milliseconds; undefined where the text is no duration, or one of more than a hundred years. */
export function readDuration(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS) return undefined;
  const ms = /^\d+$/.test(trimmed) ? Number(trimmed) : (onClock(trimmed) ?? inUnits(trimmed));
  return ms === undefined || ms > MOST_MS ? undefined : Math.round(ms);
}

function onClock(text: string): number | undefined {
  const [, hours = '0', minutes, seconds] = PARTS_OF_CLOCK.exec(text) ?? [];
  if (minutes === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

function inUnits(text: string): number | undefined {
  const parts = text.split(/(?<=[a-z])\s*(?=\d)/);
  const each = parts.map(part => {
    const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/.exec(part) ?? [];
    const unitMs = Object.hasOwn(UNITS_IN_MS, unit) ? UNITS_IN_MS[unit] : undefined;
    return count === undefined || unitMs === undefined ? undefined : Number(count) * unitMs;
  });
  return each.reduce((sum, ms) => (sum === undefined || ms === undefined ? undefined : sum + ms), 0);
}

export const durationFault = (text: string): string | undefined =>
  readDuration(text) === undefined
    ? `a duration is written 5 min, 1 h 30 min, 02:30 (minutes and seconds) or 1500 (milliseconds), not “${text}”`
    : undefined;

/** The text for a number of milliseconds, in the largest unit that gives a whole number; undefined where none is. */
export function writtenDuration(ms: number): string | undefined {
  if (readDuration(String(ms)) === undefined) return undefined;
  const unit = (['h', 'min', 's'] as const).find(each => ms > 0 && ms % (UNITS_IN_MS[each] ?? 1) === 0);
  return unit === undefined ? String(ms) : `${ms / (UNITS_IN_MS[unit] ?? 1)} ${unit}`;
}
