import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { openRecordedCases, type RecordedCase } from '../../support/recorded-cases.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 20 });

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').click();
  await type(page, text);
}

/** By the browser's own clipboard; the focus and the caret stay. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const fill = event => {
      event.preventDefault();
      event.clipboardData.setData('text/plain', ${JSON.stringify(text)});
    };
    addEventListener('copy', fill, true);
    document.execCommand('copy');
    removeEventListener('copy', fill, true);
  }`);
  await page.keyboard.press('Control+V');
}

const CASES: RecordedCase[] = [
  {
    page: 'richtoolbar',
    title: 'text, then bold text by a button of the toolbar',
    async does(page) {
      await write(page, 'a ');
      await page.getByRole('button', { name: 'Bold' }).click();
      await type(page, 'bold');
      await save(page);
    },
    result: /^a(?: |&nbsp;)<b>bold<\/b>$/,
    types: ['fill', 'click', 'fill', 'click'],
  },
  {
    page: 'richshortcuts',
    title: 'a heading that a shortcut begins, and a text below it',
    async does(page) {
      await write(page, '# Head\nbody');
      await save(page);
    },
    result: /^<h1>Head<\/h1><p>body<\/p>$/,
    types: ['fill', 'click'],
  },
  {
    page: 'richshortcuts',
    title: 'a list that a button begins before anything is typed',
    async does(page) {
      await page.getByRole('textbox').click();
      await page.getByRole('button', { name: 'List' }).click();
      await type(page, 'one\ntwo');
      await save(page);
    },
    result: /<li>one(?:<br>)?<\/li><li>two(?:<br>)?<\/li>/,
    types: ['click', 'click', 'fill', 'click'],
  },
  {
    page: 'richshortcuts',
    title: 'a mention that is picked by the mouse, and a text behind it',
    async does(page) {
      await write(page, 'to @an');
      await page.getByText('Anna').click();
      await type(page, 'now');
      await save(page);
    },
    result: /^<p>to <span class="mention"[^>]*>@Anna<\/span>&nbsp;now<\/p>$/,
    types: ['fill', 'click', 'fill', 'click'],
  },
  {
    page: 'richshortcuts',
    title: 'a mention that is picked by Enter once it is offered',
    async does(page) {
      await write(page, 'to @an');
      await page.getByText('Anna').waitFor();
      await page.keyboard.press('Enter');
      await type(page, 'now');
      await save(page);
    },
    result: /^<p>to <span class="mention"[^>]*>@Anna<\/span>&nbsp;now<\/p>$/,
    types: ['fill', 'wait', 'press', 'fill', 'click'],
  },
  {
    page: 'richshortcuts',
    title: 'words that are made bold by the keyboard',
    async does(page) {
      await write(page, 'one two');
      for (let count = 0; count < 3; count += 1) await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('Control+b');
      await page.keyboard.press('ArrowRight');
      await type(page, ' more');
      await save(page);
    },
    result: /^<p>one <b>two more<\/b><\/p>$/,
    types: ['fill', 'press', 'press', 'press', 'fill', 'click'],
  },
  {
    page: 'richshortcuts',
    title: 'a word that is marked by the mouse in the midst of formatted text, and typed over',
    async does(page) {
      await write(page, '# Old head');
      const box = await page.locator('h1').boundingBox();
      await page.mouse.dblclick((box?.x ?? 0) + 20, (box?.y ?? 0) + 15);
      await type(page, 'New');
      await save(page);
    },
    result: /^<h1>New head<\/h1>$/,
    types: ['fill', 'dblclick', 'fill', 'click'],
  },
  {
    page: 'richshortcuts',
    title: 'a part that is pasted between what is typed',
    async does(page) {
      await write(page, 'one ');
      await paste(page, 'pasted');
      await type(page, 'two');
      await save(page);
    },
    result: /^<p>one(?: |&nbsp;)<i>pasted<\/i>(?:<i>)?(?: |&nbsp;)two(?:<\/i>)?<\/p>$/,
    types: ['fill', 'paste', 'fill', 'click'],
  },
  {
    page: 'comboenter',
    title: 'a field with a list whose active option Enter takes',
    async does(page) {
      await page.getByRole('combobox').click();
      await type(page, 'four');
      await page.getByText('create four').waitFor();
      await page.keyboard.press('Enter');
    },
    result: /^create four$/,
    types: ['fill', 'wait', 'press'],
  },
  {
    page: 'ownkeys',
    title: 'a field that writes each key itself, and takes digits only',
    async does(page) {
      await page.getByLabel('Number').click();
      await type(page, '1a2');
    },
    result: /^12$/,
    types: ['fill'],
  },
  {
    page: 'ownkeys',
    title: 'a password whose field writes each key itself, which is a secret nevertheless',
    async does(page) {
      await page.getByLabel('Pin').click();
      await type(page, '4711');
    },
    result: /^pin of 4$/,
    types: ['fill'],
    value: /^\{\{secret\.\w+\}\}$/,
  },
  {
    page: 'ownkeys',
    title: 'a code that is pasted into a row of boxes',
    async does(page) {
      await page.getByLabel('Code 1').click();
      await paste(page, '123');
    },
    result: /^1-2-3$/,
    types: ['click', 'paste'],
  },
];

describe('a recording of what is typed where pages make more of it', { tags: 'full' }, () => {
  let cases: Awaited<ReturnType<typeof openRecordedCases>>;
  beforeAll(async () => {
    cases = await openRecordedCases();
  });
  afterEach(() => cases.stopRecording());
  afterAll(() => cases[Symbol.asyncDispose]());

  it.each(CASES)('of $title does the same when it is repeated', each => cases.repeat(each));
});
