/** Checks by axe-core come from code of Playwright as people write them. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

async function madeOf(body: string) {
  await using shop = await openShop();
  const code = `import AxeBuilder from '@axe-core/playwright';\ntest('works', async ({ page }) => {\n${body}\n});`;
  const [made] = await imported(shop.author, 'playwright-codegen', code);
  return made;
}

const TYPE = { type: 'checkAccessibility' };

test('checks by axe-core become actions, however their results are named', { tags: 'full' }, async () => {
  const made = await madeOf(`
    const results = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze();
    expect(results.violations).toEqual([]);
    const { violations } = await new AxeBuilder({ page }).include('#nav').include('.menu').exclude(['#ad', 'a']).analyze();
    expect.soft(violations).toHaveLength(0);
    const builder = new AxeBuilder({ page }).withTags('wcag2a');
    const again = await builder.disableRules(['label', 'region']).analyze();
    expect(again.violations.length).toBe(0);
    expect((await new AxeBuilder({ page }).withTags(['wcag22aa']).analyze()).violations).toEqual([]);`);
  expect(made?.actions).toMatchObject([
    { ...TYPE, standard: 'wcag21aa' },
    {
      ...{ ...TYPE, standard: 'best-practice', locator: "locator('#nav').or(locator('.menu'))" },
      ...{ exclude: ["locator('#ad').contentFrame().locator('a')"], onFailure: 'continue' },
    },
    { ...TYPE, standard: 'wcag2a', disabledRules: ['label', 'region'] },
    TYPE,
  ]);
  expect(made?.actions).toHaveLength(4);
});

test('what such a check cannot hold is left out and named', { tags: 'full' }, async () => {
  const made = await madeOf(`
    const results = await new AxeBuilder({ page }).withRules(['label']).analyze();
    expect(results.violations).toEqual([]);
    const loose = await new AxeBuilder({ page }).analyze();
    expect(loose.violations).toHaveLength(2);`);
  expect(made?.actions.filter(({ type }) => type === TYPE.type)).toEqual([]);
  expect(JSON.stringify(made)).toContain('A check of accessibility takes no withRules(…) like this.');
});
