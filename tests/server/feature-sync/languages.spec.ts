import { dialects } from '@cucumber/gherkin';
import { expect, it } from 'vitest';
import { parseFeature } from '../../../server/feature-sync/parse-feature.ts';

/** Many keywords are one word with a blank behind it, others none; `*` stands in every language. */
const wordOf = (words: readonly string[]) => words.find(word => word.trim() !== '*') ?? '* ';

it.each(Object.entries(dialects))(
  'a feature in the language %s is read with every keyword that it may contain',
  (code, words) => {
    const text = [
      `# language: ${code}`,
      '@SHOP-1',
      `${words.feature[0]}: Basket`,
      `  ${words.background[0]}:`,
      `    ${wordOf(words.given)}the shop is open`,
      `  ${words.rule[0]}: Only members`,
      '    @SHOP-2',
      `    ${words.scenario[0]}: Buy`,
      `      ${wordOf(words.when)}I buy`,
      '        | what |',
      '        | mug  |',
      `      ${wordOf(words.and)}I look`,
      `      ${wordOf(words.but)}I wait`,
      `    ${words.scenarioOutline[0]}: Pay`,
      `      ${wordOf(words.then)}I pay <sum>`,
      `      ${words.examples[0]}:`,
      '        | sum |',
      '        | 1   |',
      '',
    ].join('\r\n');
    const { feature, faults } = parseFeature(`\uFEFF${text}`);
    expect(faults).toBeUndefined();
    expect(feature).toMatchObject({ name: 'Basket', keyword: words.feature[0], issueKeys: ['SHOP-1'] });
    expect(feature?.scenarios.map(({ steps }) => steps.map(step => step.text))).toEqual([
      ['the shop is open', 'I buy', 'I look', 'I wait'],
      ['the shop is open', 'I pay <sum>'],
    ]);
    expect(feature?.scenarios[1]?.rows).toHaveLength(1);
  },
);
