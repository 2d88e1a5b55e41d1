/** Scripts of Puppeteer, as Chrome’s recorder exports them and as people write them. */
import { expect, test } from 'vitest';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

const read = async (code: string) => {
  await using shop = await openShop();
  return await imported(shop.author, 'puppeteer', code);
};

const RECORDED = `const puppeteer = require('puppeteer'); // v23.0.0 or later

(async () => {
    const browser = await puppeteer.launch();
    const page = await browser.newPage();
    const timeout = 5000;
    page.setDefaultTimeout(timeout);

    {
        const targetPage = page;
        await targetPage.setViewport({ width: 800, height: 600 })
    }
    {
        const targetPage = page;
        const promises = [];
        const startWaitingForEvents = () => {
            promises.push(targetPage.waitForNavigation());
        }
        startWaitingForEvents();
        await targetPage.goto('https://shop.example/');
        await Promise.all(promises);
    }
    {
        const targetPage = page;
        await puppeteer.Locator.race([
            targetPage.locator('::-p-aria(Save[role=\\\\"button\\\\"])'),
            targetPage.locator('#save'),
            targetPage.locator('::-p-xpath(//*[@id=\\\\"save\\\\"])'),
            targetPage.locator(':scope >>> #save')
        ])
            .setTimeout(timeout)
            .on('action', () => startWaitingForEvents())
            .click({ offset: { x: 10, y: 5 } });
    }
    {
        const targetPage = page;
        await puppeteer.Locator.race([targetPage.locator('#name')]).setTimeout(timeout).fill('Ann');
    }
    {
        const targetPage = page;
        await targetPage.keyboard.down('Control');
        await targetPage.keyboard.down('a');
        await targetPage.keyboard.up('a');
        await targetPage.keyboard.up('Control');
    }
    await browser.close();
})().catch(err => { console.error(err); process.exit(1); });
`;

test('what the recorder exports becomes the actions that it recorded', async () => {
  const [made] = await read(RECORDED);
  expect(made?.actions.filter(({ disabled }) => disabled !== true)).toMatchObject([
    { type: 'visit', url: 'https://shop.example/' },
    { type: 'click', locator: "getByRole('button', { name: 'Save', exact: true })", timeoutMs: 5_000 },
    { type: 'fill', locator: "locator('#name')", value: 'Ann' },
    { type: 'press', key: 'Control+a' },
  ]);
});

test('scripts that people write are read call by call, and other code is left out', async () => {
  const [made] = await read(`
    import puppeteer from 'puppeteer';
    const browser = await puppeteer.launch();
    const page = await browser.newPage();
    await page.goto('https://shop.example/');
    await page.type('#q', 'lamp');
    await page.keyboard.press('Enter');
    await Promise.all([page.waitForNavigation(), page.click('a.next')]);
    await page.waitForSelector('#done', { visible: true, timeout: 3000 });
    await page.select('#country', 'de', 'at');
    await page.hover('.menu');
    const text = await page.$eval('h1', one => one.textContent);
    await page.mouse.move(3, 4);
    await browser.close();`);
  expect(made?.actions).toMatchObject([
    { type: 'visit' },
    { type: 'fill', locator: "locator('#q')", value: 'lamp', keyByKey: true },
    { type: 'press', key: 'Enter' },
    { type: 'click', locator: "locator('a.next')" },
    { type: 'wait', until: 'load' },
    { type: 'wait', until: 'visible', locator: "locator('#done')", timeoutMs: 3_000 },
    { type: 'select', values: ['de', 'at'] },
    { type: 'hover', locator: "locator('.menu')" },
    { type: 'comment', disabled: true, text: expect.stringContaining('$eval') },
    { type: 'comment', disabled: true, text: expect.stringContaining('mouse') },
  ]);
});

test('tests around calls of Puppeteer keep their names, and what has none is refused', async () => {
  const made = await read(`
    describe('Shop', () => {
      beforeEach(async () => { await page.goto('/'); });
      it('opens', async () => { await page.click('#a'); });
      it('closes', async () => { await page.click('#b'); });
    });`);
  expect(made.map(({ name }) => name)).toEqual(['opens', 'closes']);
  expect(made[1]?.actions).toMatchObject([{ type: 'visit' }, { locator: "locator('#b')" }]);
  for (const text of ['const x = 1;', "page.goto('x", `page.goto(${'('.repeat(100_000)})`])
    await expect(read(text)).rejects.toMatchObject({ data: { reason: 'invalid-params', field: 'text' } });
});
