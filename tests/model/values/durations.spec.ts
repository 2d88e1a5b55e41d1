import { expect, test } from 'vitest';
import { readDuration, writtenDuration } from '../../../model/values/duration.ts';
import { readPointInTime } from '../../../model/values/point-in-time.ts';

test.each([
  ['1500', 1_500],
  ['5 min', 300_000],
  ['1 h 30 min', 5_400_000],
  ['1h30m', 5_400_000],
  ['1.5 s', 1_500],
  ['2 days', 172_800_000],
  ['02:30', 150_000],
  ['1:00:00', 3_600_000],
  ['', undefined],
  ['min', undefined],
  ['5 minutes ago', undefined],
  ['5 min, 3 s', undefined],
  ['1:60', undefined],
  ['-5 s', undefined],
  ['constructor', undefined],
  ['1 constructor', undefined],
  [`${'1 s '.repeat(99)}x`, undefined],
])('the duration “%s” is %s ms', (text, ms) => {
  expect(readDuration(text)).toBe(ms);
});

test.each([
  [3_600_000, '1 h'],
  [5_400_000, '90 min'],
  [1_500, '1500'],
  [0, '0'],
  [1.5, undefined],
  [-1, undefined],
])('%s ms are written “%s”', (ms, text) => {
  expect(writtenDuration(ms)).toBe(text);
});

test.each([
  ['2030-12-31', { kind: 'local', local: '2030-12-31T00:00:00.000' }],
  ['2030-12-31 09:30', { kind: 'local', local: '2030-12-31T09:30:00.000' }],
  ['2030-12-31T09:30:15.5', { kind: 'local', local: '2030-12-31T09:30:15.500' }],
  ['1970-01-01T01:00:00+01:00', { kind: 'known', ms: 0 }],
  ['1969-12-31T23:59:59Z', { kind: 'known', ms: -1_000 }],
  ['1735689600000', { kind: 'known', ms: 1_735_689_600_000 }],
  ['0', { kind: 'known', ms: 0 }],
  ['2030', undefined],
  ['2030-02-29', undefined],
  ['2030-13-01', undefined],
  ['2030-01-01 24:00', undefined],
  ['99999999999999999999', undefined],
  ['0000-01-01', undefined],
  ['tomorrow', undefined],
])('the time “%s” is read as %j', (text, time) => {
  expect(readPointInTime(text)).toEqual(time);
});
