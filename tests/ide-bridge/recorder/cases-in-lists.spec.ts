// @module-tag full
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { drag, middleOf, move, openRecordedCases, type RecordedCase } from '../../support/recorded-cases.ts';

const CASES: RecordedCase[] = [
  {
    page: 'hoverwrong',
    title: 'a button that shows on hover, after another row was opened',
    does: async page => {
      await page.getByText('Ann').dblclick();
      await page.getByText('Bob').hover();
      await page.getByRole('listitem').filter({ hasText: 'Bob' }).getByRole('button').click();
    },
    result: /^opened Ann \| deleted Bob$/,
    types: ['dblclick', 'hover', 'click'],
  },
  {
    page: 'todolabel',
    title: 'the box beside a label',
    does: page => page.getByRole('checkbox').nth(1).click(),
    result: /^dog true$/,
    types: ['check'],
    locator: "getByRole('listitem').filter({ hasText: 'dog' }).getByRole('checkbox')",
  },
  {
    page: 'cardsdiv',
    title: 'a button in a card without a role',
    does: page => page.getByRole('button').nth(1).click(),
    result: /^Blue$/,
    types: ['click'],
    locator: "locator('div').filter({ hasText: 'Blue shirt' }).getByRole('button', { name: 'Add to cart' })",
  },
  {
    page: 'virtual',
    title: 'an item of a list that has only the items in sight',
    does: async page => {
      await page.locator('#v').hover();
      const item = page.getByText('Item 200', { exact: true });
      for (let turns = 0; turns < 60 && !(await item.isVisible()); turns++) {
        await page.mouse.wheel(0, 160);
        await page.waitForTimeout(30);
      }
      const at = await item.boundingBox();
      await page.mouse.click((at?.x ?? 0) + 10, (at?.y ?? 0) + 10);
    },
    result: /^item 200$/,
    types: ['scroll', 'click'],
  },
  {
    page: 'endless',
    title: 'an item of a list that gets more items whenever its end is reached',
    does: async page => {
      await page.locator('#list').hover();
      const item = page.getByText('Item 55', { exact: true });
      for (let turns = 0; turns < 60 && !(await item.isVisible()); turns++) {
        await page.mouse.wheel(0, 300);
        await page.waitForTimeout(50);
      }
      await item.click();
    },
    result: /^item 55$/,
    types: ['scroll', 'click'],
  },
  {
    page: 'sortlive',
    title: 'a thing of a list that makes place while it is dragged',
    does: async page => drag(page, await middleOf(page, 'text=Alpha'), await middleOf(page, 'text=Gamma')),
    result: /^Beta,Gamma,Alpha,Delta$/,
    types: ['drag'],
  },
  {
    page: 'sortshift',
    title: 'a thing of a list whose others move away below the pointer',
    does: async page => move(page, await middleOf(page, 'text=Delta'), await middleOf(page, 'text=Beta')),
    result: /^Alpha,Delta,Beta,Gamma$/,
    types: ['drag'],
  },
  {
    page: 'hoverrow',
    title: 'a button that a script shows beside what the mouse is on',
    does: async page => {
      const row = await middleOf(page, 'text=eggs');
      await page.mouse.move(row.x, row.y);
      const button = await middleOf(page, 'button');
      await page.mouse.click(button.x, button.y);
    },
    result: /^deleted eggs$/,
    types: ['hover', 'click'],
  },
  {
    page: 'hoverhost',
    title: 'a button in an element of the page that shows it while the mouse is over that',
    does: async page => {
      const row = await middleOf(page, 'text=eggs');
      await page.mouse.move(row.x, row.y);
      const button = await middleOf(page, '[name=eggs] button');
      await page.mouse.click(button.x, button.y);
    },
    result: /^deleted eggs$/,
    types: ['hover', 'click'],
  },
  {
    page: 'subtext',
    title: 'the box of a thing whose text another one holds',
    does: page => page.getByRole('checkbox').first().click(),
    result: /^milk true$/,
    types: ['check'],
    locator: "getByRole('listitem').filter({ has: getByText('milk', { exact: true }) }).getByRole('checkbox')",
  },
  {
    page: 'drawnanew',
    title: 'a box that the page draws anew once it is ticked',
    does: page => page.getByRole('checkbox').nth(1).click(),
    result: /^eggs true$/,
    types: ['check'],
  },
  {
    page: 'plainbox',
    title: 'a box that is no more than drawn, beside a text',
    does: async page => {
      const box = await middleOf(page, '.r:nth-of-type(2) .b');
      await page.mouse.click(box.x, box.y);
    },
    result: /^done eggs$/,
    types: ['click'],
    locator: "locator('div').filter({ hasText: 'eggs' }).filter({ has: locator('div') }).last().locator('div')",
  },
  {
    page: 'divrows',
    title: 'a button that shows while the mouse is on its row, where rows have no role',
    does: async page => {
      await page.getByText('eggs', { exact: true }).hover();
      const button = await middleOf(page, '.todo:nth-child(3) button');
      await page.mouse.click(button.x, button.y);
    },
    result: /^milk \| dog$/,
    types: ['hover', 'click'],
  },
  {
    page: 'divrows',
    title: 'the first such button after another row was gone over',
    does: async page => {
      await page.getByText('dog', { exact: true }).hover();
      await page.getByText('milk', { exact: true }).hover();
      const button = await middleOf(page, '.todo:nth-child(1) button');
      await page.mouse.click(button.x, button.y);
    },
    result: /^dog \| eggs$/,
    types: ['hover', 'click'],
  },
  {
    page: 'divrows',
    title: 'a box of a row without a role',
    does: page => page.getByRole('checkbox').nth(1).click(),
    result: /^milk \| dog done \| eggs$/,
    types: ['check'],
  },
  {
    page: 'divrows',
    title: 'a field that takes the place of the text that it is for',
    does: async page => {
      await page.getByText('dog', { exact: true }).dblclick();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('cat');
      await page.keyboard.press('Enter');
    },
    result: /^milk \| cat \| eggs$/,
    types: ['dblclick', 'fill', 'press'],
    locator:
      "locator('div').filter({ hasText: 'dog' }).filter({ has: locator('input:not([type])') }).last().getByRole('textbox')",
  },
  {
    page: 'divrowsanew',
    title: 'a button that is drawn once the mouse has come to its row',
    does: async page => {
      await page.getByText('eggs', { exact: true }).hover();
      await page.getByRole('button').waitFor();
      const button = await middleOf(page, 'button');
      await page.mouse.click(button.x, button.y);
    },
    result: /^milk \| dog$/,
    types: ['hover', 'click'],
  },
  {
    page: 'divrowsanew',
    title: 'a field that is drawn in place of a row',
    does: async page => {
      // The page draws its rows anew when the mouse comes.
      await page.getByText('dog', { exact: true }).hover();
      await page.getByRole('button').waitFor();
      await page.getByText('dog', { exact: true }).dblclick();
      await page.getByRole('textbox').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('cat');
      await page.keyboard.press('Enter');
    },
    result: /^milk \| cat \| eggs$/,
    types: ['dblclick', 'fill', 'press'],
  },
  {
    page: 'fieldanew',
    title: 'a field that is drawn anew with every letter',
    does: async page => {
      await page.getByPlaceholder('What next?').click();
      await page.keyboard.type('milk', { delay: 40 });
      await page.keyboard.press('Enter');
    },
    result: /^added milk$/,
    types: ['fill', 'press'],
  },
  {
    page: 'tickback',
    title: 'a box whose tick the page takes back before it is gone',
    does: page => page.getByRole('checkbox').nth(1).click(),
    result: /^done eggs$/,
    types: ['click'],
  },
  {
    page: 'hoverlabel',
    title: 'the first of two buttons that show while the mouse is on a text',
    does: async page => {
      const text = await middleOf(page, 'text=dog');
      await page.mouse.move(text.x, text.y);
      const button = await middleOf(page, 'div div:nth-child(2) button >> nth=0');
      await page.mouse.move(button.x, button.y, { steps: 4 });
      await page.mouse.click(button.x, button.y);
    },
    result: /^later dog$/,
    types: ['hover', 'click'],
  },
  {
    page: 'twoway',
    title: 'a field whose text the row around it says as well while somebody types',
    does: async page => {
      await page.getByText('eggs', { exact: true }).dblclick();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('bread');
      await page.keyboard.press('Enter');
    },
    result: /^milk \| dog \| bread$/,
    types: ['dblclick', 'fill', 'press'],
    locator: "getByRole('listitem').filter({ hasText: 'bread' }).getByRole('textbox')",
  },
  {
    page: 'besidebox',
    title: 'the place beside a box in a cell',
    does: async page => {
      const box = await middleOf(page, 'input >> nth=1');
      await page.mouse.click(box.x - 70, box.y);
    },
    result: /^No\.Bob opened$/,
    types: ['click'],
  },
  {
    page: 'shadowrows',
    title: 'the box of an item whose text is in a part of the page of its own',
    does: page => page.getByRole('checkbox').nth(1).click(),
    result: /^dog true$/,
    types: ['check'],
    locator: "getByRole('listitem').filter({ hasText: 'dog' }).getByRole('checkbox')",
  },
  {
    page: 'sortpause',
    title: 'a thing of a list that heeds nothing for a moment after it has made place',
    does: async page => {
      const [from, to] = [await middleOf(page, 'text=Alpha'), await middleOf(page, 'text=Gamma')];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 8, from.y + 4, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 12 });
      await page.waitForTimeout(100);
      await page.mouse.move(to.x, to.y + 6, { steps: 2 });
      await page.mouse.up();
    },
    result: /^Beta,Gamma,Alpha,Delta$/,
    types: ['drag'],
  },
];

describe('a recording of what is done in lists', () => {
  let cases: Awaited<ReturnType<typeof openRecordedCases>>;
  beforeAll(async () => {
    cases = await openRecordedCases();
  });
  afterEach(() => cases.stopRecording());
  afterAll(() => cases[Symbol.asyncDispose]());

  it.each(CASES)('of $title does the same when it is repeated', each => cases.repeat(each));
});
