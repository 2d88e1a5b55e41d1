import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDifference } from '../../../../server/tools/features/line-difference.ts';

const text = (...lines: string[]): string => lines.map(line => `${line}\n`).join('');

it('the difference is a unified diff with two lines around each change', () => {
  const before = text('Feature: A', '', '  Scenario: B', '    Given it', '    When I go', '    Then done', '', '# end');
  const after = text('Feature: A', '', '  Scenario: B', '    Given it', '    And that', '    Then done', '', '# end');
  expect(lineDifference(before, after)).toEqual(
    [
      '@@ -3,5 +3,5 @@',
      '   Scenario: B',
      '     Given it',
      '-    When I go',
      '+    And that',
      '     Then done',
      ' ',
    ].join('\n'),
  );
});

it('changes that are far from each other are kept apart', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const changed = lines.with(1, 'first').toSpliced(25, 1);
  const diff = lineDifference(text(...lines), text(...changed));
  expect(diff.split('\n').filter(line => line.startsWith('@@'))).toEqual(['@@ -1,4 +1,4 @@', '@@ -24,5 +24,4 @@']);
});

it('the difference is empty for texts that are equal or differ only in their line ends', () => {
  expect(lineDifference('\uFEFFFeature: A\r\n', 'Feature: A\n')).toBe('');
});

it('the difference of a new text contains all its lines', () => {
  expect(lineDifference('', text('a', 'b'))).toBe('@@ -0,0 +1,2 @@\n+a\n+b');
});

it('the difference turns any text into any other', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (old, next) => {
      expect(patched(old, lineDifference(text(...old), text(...next)))).toEqual(next);
    }),
  );
});

it('the difference of long texts is computed in time', () => {
  const old = Array.from({ length: 20_000 }, (_, index) => `old ${index}`);
  const next = Array.from({ length: 20_000 }, (_, index) => `new ${index}`);
  expect(lineDifference(text(...old), text(...next)).split('\n')).toHaveLength(40_001);
});

/** What a diff makes of a text. */
function patched(old: readonly string[], diff: string): string[] {
  const made: string[] = [];
  let at = 0;
  for (const line of diff === '' ? [] : diff.split('\n')) {
    const head = /^@@ -(\d+),(\d+) /.exec(line);
    if (head !== null) {
      const start = head[2] === '0' ? Number(head[1]) : Number(head[1]) - 1;
      made.push(...old.slice(at, start));
      at = start;
    } else {
      if (!line.startsWith('+')) {
        expect(old[at]).toBe(line.slice(1));
        at += 1;
      }
      if (!line.startsWith('-')) made.push(line.slice(1));
    }
  }
  return [...made, ...old.slice(at)];
}
