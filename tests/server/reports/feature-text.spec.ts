import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { singleLine } from '../../../server/runs/messages/plain-text.ts';
import { reportSteps } from '../../../server/runs/messages/report-steps.ts';
import { moduleFeatures, runMessages } from '../../../server/runs/messages/run-messages.ts';
import { action, ended, MACHINE, planned } from '../runs/run-fixture.ts';
import { finishedRun } from './finished-run.ts';

const NASTY = [
  '# comment',
  '# language: de',
  '| a | b |',
  '"""',
  '```',
  '<x>',
  'Scenario: other',
  'Examples:',
  '* step',
  'Given a step',
  '@tag',
  '  blanks  ',
  '',
  '\t',
  'two\nlines',
  'three\r\nlines\rhere',
  'line\u2028separator\u2029',
  '\uFEFFmark',
  '\u0085next',
  '\u001B[31mred\u001B[0m',
  '\u0000',
  '\uD800half',
  '\\n \\| \\"',
  '$& $1',
];

const piece = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
);
const title = fc.array(piece, { maxLength: 4 }).map(pieces => pieces.join(''));

const parse = (text: string) =>
  new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher()).parse(text);

it('generated features parse back to the same tests and actions, whatever their titles contain', () => {
  fc.assert(
    fc.property(
      title,
      fc.array(fc.tuple(title, fc.array(title, { maxLength: 4 })), { minLength: 1, maxLength: 4 }),
      (name, tests) => {
        const items = tests.map(([testTitle, titles]) => {
          const item = {
            ...ended(
              planned('t1', 'x'),
              titles.map((text, index) => action(index, text)),
            ),
            title: testTitle,
            moduleName: name,
          };
          return { item, steps: reportSteps(item) };
        });
        const [feature] = moduleFeatures(items);
        const parsed = parse(feature?.text ?? '').feature;
        expect(parsed?.name).toBe(singleLine(name) || '(no name)');
        expect(
          parsed?.children.map(({ scenario }) => [
            scenario?.name,
            scenario?.steps.map(step => [step.keyword, step.text]),
          ]),
        ).toEqual(
          tests.map(([testTitle, titles]) => [
            singleLine(testTitle) || '(no name)',
            titles.length === 0
              ? [['* ', '(no actions)']]
              : titles.map(text => ['* ', singleLine(text) || '(no title)']),
          ]),
        );
      },
    ),
  );
});

it('ordinary titles stay unchanged, and control characters are removed from others', () => {
  for (const text of [
    '# comment',
    '| a | b |',
    '"""',
    '<x>',
    'Scenario: other',
    '@tag',
    'Ärger “€” 日本 👩‍🚀',
    '\\n $&',
  ])
    expect(singleLine(text)).toBe(text);
  expect(NASTY.map(singleLine).filter(text => /\p{Cc}|\p{Zl}|\p{Zp}|\p{Cs}/u.test(text))).toEqual([]);
});

it('a run with hostile names and tags still gets a message for each test', () => {
  const items = NASTY.map((text, index) => {
    const item = planned(`t${index + 1}`, 'x', { tags: ['a#b', '@#c', '@smoke', 'smoke'] });
    return { planned: item, result: ended(item, [action(0, text)]) };
  });
  const pickles = runMessages(finishedRun({ items }), MACHINE).flatMap(({ pickle }) => pickle ?? []);
  expect(pickles).toHaveLength(NASTY.length);
  expect(pickles[0]?.tags.map(tag => tag.name)).toEqual(['@a#b', '@#c', '@smoke']);
});
