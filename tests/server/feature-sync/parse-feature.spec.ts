import { describe, expect, it } from 'vitest';
import { parseFeature } from '../../../server/feature-sync/parse-feature.ts';

function parsed(text: string) {
  const { feature, faults } = parseFeature(text);
  if (feature === undefined) throw new Error(`It cannot be read: ${JSON.stringify(faults)}`);
  return feature;
}

const stepsOf = (text: string) =>
  parsed(text).scenarios.map(({ steps }) =>
    steps.map(({ index, keyword, text: words }) => `${index} ${keyword} ${words}`),
  );

describe('reading a feature', () => {
  it('a scenario begins with the background steps of the feature, then those of the rule', () => {
    const text = [
      'Feature: Basket',
      '  Background:',
      '    Given the shop is open',
      '  Scenario: One',
      '    When I buy',
      '  Rule: Members',
      '    Background:',
      '      And I am a member',
      '    Example: Two',
      '      * I pay  ',
    ].join('\n');
    expect(stepsOf(text)).toEqual([
      ['0 Given the shop is open', '1 When I buy'],
      ['0 Given the shop is open', '1 And I am a member', '2 * I pay'],
    ]);
    expect(parsed(text).scenarios[1]?.steps.map(({ background }) => background ?? false)).toEqual([true, true, false]);
  });

  it('an outline lists the rows of all its examples and keeps placeholders as written', () => {
    const text = [
      '@a',
      'Feature: Basket',
      '  @b',
      '  Scenario Outline: Buy <n>',
      '    When I buy <n> mugs',
      '    Examples:',
      '      | n | note  |',
      '      | 1 | a\\|b |',
      '    @c',
      '    Examples: More',
      '      | n | note |',
      '      | 2 |      |',
    ].join('\n');
    const [outline] = parsed(text).scenarios;
    expect(outline).toMatchObject({ name: 'Buy <n>', keyword: 'Scenario Outline', tags: ['@a', '@b'] });
    expect(outline?.steps[0]?.text).toBe('I buy <n> mugs');
    expect(outline?.rows).toEqual([
      { line: 8, values: { n: '1', note: 'a|b' }, tags: ['@a', '@b'] },
      { line: 12, values: { n: '2', note: '' }, tags: ['@a', '@b', '@c'] },
    ]);
  });

  it('tables and doc strings of steps are read', () => {
    const text =
      'Feature: A\n Scenario: B\n  Given a table\n   |x|y|\n   |1|2|\n  And a text\n   """\n   one\n    two\n   """\n';
    const [table, docString] = parsed(text).scenarios[0]?.steps ?? [];
    expect(table?.table).toEqual([
      ['x', 'y'],
      ['1', '2'],
    ]);
    expect(docString?.docString).toBe('one\n two');
  });

  it('a feature in another language with Windows line ends and a byte order mark is read', () => {
    const text = '\uFEFF# language: de\r\nFunktionalität: Korb\r\n  Szenario: Eins\r\n    Angenommen es regnet\r\n';
    expect(parsed(text)).toMatchObject({ name: 'Korb', keyword: 'Funktionalität' });
    expect(stepsOf(text)).toEqual([['0 Angenommen es regnet']]);
  });

  it('a scenario has its own issue keys, but not those of its feature', () => {
    const text = '@REQ-7 @smoke\nFeature: A\n @TestName:SHOP-12 @SHOP-3\n Scenario: B\n  * x\n Scenario: C\n  * x\n';
    expect(parsed(text).issueKeys).toEqual(['REQ-7']);
    expect(parsed(text).scenarios.map(({ issueKeys }) => issueKeys)).toEqual([['SHOP-12', 'SHOP-3'], []]);
  });

  it.each([
    ['Feature: A\n Scenario: B\n  Given x\n  nonsense\n', 4, /nonsense/],
    ['# language: xx\nFeature: A\n', 1, /^Language not supported: xx\. Languages are named by codes such as en/],
    ['#language: hu-HU\nJellemző: A\n', 1, /^Language not supported: hu-HU\. Write “# language: hu”\.$/],
    ['@a\nFunzionalità: A\n', 2, /or a feature\. “Funzionalità” needs “# language: it” in the first line\.$/],
    ['Egenskap: A\n', 1, /“# language: no” or “# language: sv”/],
    ['# language: fr\nFeature: A\n', 2, /“# language: en”/],
    ['Feature: A\n Scenario: B\n  * x\nFeature: C\n', 4, /A file holds one feature: put this one into another file\.$/],
    [
      'Feature: A\n @b\n Background:\n  * x\n',
      3,
      /A background comes before the scenarios, only once, and has no tags\.$/,
    ],
    ['', 1, /no feature/],
    ['Feature: A\n Scenario: B\n  Given x\n   |a|b|\n   |1|\n', 5, /^Inconsistent cell count within the table\.$/],
  ])('the feature text %j is refused with its fault and line', (text, line, message) => {
    const { feature, faults = [] } = parseFeature(text);
    expect(feature).toBeUndefined();
    expect(faults[0]).toMatchObject({ line, message: expect.stringMatching(message) });
  });
});
