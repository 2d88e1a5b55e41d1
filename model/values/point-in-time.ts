/** Points in time as people write them: `2030-12-31`, `2030-12-31 09:30`, `2030-12-31T09:30:00Z`, or milliseconds since 1970. */

const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:\d\d)?)?$/;
/** A year alone would be taken for two seconds after 1970. */
const MILLISECONDS = /^(?:0|-?\d{5,15})$/;

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59Z');

/** `local` is a date and time without a zone, which JavaScript reads in the zone of wherever it runs. */
type PointInTime = { kind: 'known'; ms: number } | { kind: 'local'; local: string };

/** Undefined where the text is no time, or one of no calendar, such as 2030-02-30. */
export function readPointInTime(text: string): PointInTime | undefined {
  const trimmed = text.trim();
  if (MILLISECONDS.test(trimmed)) return known(Number(trimmed));
  const [, date = '', clock = '00:00', seconds = '00', fraction = '', zone] = DATE_TIME.exec(trimmed) ?? [];
  const local = `${date}T${clock}:${seconds}.${fraction.padEnd(3, '0')}`;
  const asUtc = Date.parse(`${local}Z`);
  // JavaScript takes the 30th of February for the 2nd of March.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString() !== `${local}Z`) return undefined;
  if (zone === undefined) return isPossible(asUtc) ? { kind: 'local', local } : undefined;
  return known(Date.parse(`${local}${zone}`));
}

const known = (ms: number): PointInTime | undefined => (isPossible(ms) ? { kind: 'known', ms } : undefined);

const isPossible = (ms: number): boolean => ms >= EARLIEST_MS && ms <= LATEST_MS;

export const pointInTimeFault = (text: string): string | undefined =>
  readPointInTime(text) === undefined
    ? `a time is written 2030-12-31, 2030-12-31 09:30 or 2030-12-31T09:30:00Z, or in milliseconds since 1970, not “${text}”`
    : undefined;
