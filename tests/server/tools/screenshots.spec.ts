import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const PAGE = `<!doctype html><title>Page</title><script>console.error("broken")</script><button>Save</button>
  <style>@keyframes to { to { margin-left: 99px } } output { display: block; animation: to 1s infinite }</style>
  <output>Loading</output>`;
const Data = z.strictObject({ mimeType: z.string(), width: z.number(), height: z.number(), base64: z.string() });
const File = z.strictObject({
  mimeType: z.string(),
  width: z.number(),
  height: z.number(),
  path: z.string(),
  url: z.string(),
});

let pages: ServedPages;
let shop: Shop;

beforeAll(async () => {
  pages = await servePages({ '/': PAGE });
  shop = await openShop();
  await shop.author.do('navigateUrl', { url: pages.url });
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const get = (url: string, token: string) => fetch(url, { headers: { authorization: `Bearer ${token}` } });

describe('getScreenshot', () => {
  it('getScreenshot answers with the picture itself', async () => {
    const { client } = shop.author;
    const whole = await client.call('getScreenshot', { target: 'app' }, Data);
    expect(whole).toMatchObject({ mimeType: 'image/jpeg', width: 1280, height: 720 });
    const button = await client.call('getScreenshot', { locator: "getByRole('button')", format: 'png' }, Data);
    expect(Buffer.from(button.base64, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(button.width).toBeLessThan(100);
  });

  it('getScreenshot shows an element that never comes to rest', async () => {
    const spinner = await shop.author.client.call('getScreenshot', { locator: "getByText('Loading')" }, Data);
    expect(spinner.height).toBeLessThan(50);
  });

  it('getScreenshot keeps a file when asked, and a token of the project can download it', async () => {
    const reader = await shop.app.clientWith('read');
    const file = await reader.call('getScreenshot', { as: 'file', format: 'png', maxWidth: 640 }, File);
    expect(file).toMatchObject({ mimeType: 'image/png', width: 640, height: 360 });
    const answer = await get(file.url, reader.token);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(await readFile(file.path));
    expect((await get(file.url, 'wrong')).status).toBe(401);
    const gone = await get(file.url.replace(/\d+\.png/, '999.png'), reader.token);
    expect([gone.status, await gone.json()]).toMatchObject([404, { error: 'not-found' }]);
    expect((await get(file.url.replace(/\d+\.png/, '..%2ftokens.json'), reader.token)).status).toBe(404);
  });

  it('getScreenshot refuses unknown targets and forms, and an IDE that Steploom does not control', async () => {
    const { author } = shop;
    expect(await author.refusal('getScreenshot', { target: 'ide' })).toMatch(
      /^ide-not-open: The IDE ide1 is open in a browser that Steploom does not control/,
    );
    expect(await author.refusal('getConsoleLog', { target: 'ide' })).toMatch(
      /^ide-not-open: The IDE ide1 is open in a browser that Steploom does not control/,
    );
    expect(await author.refusal('getScreenshot', { target: 'page' })).toMatch(/^invalid-params: .*"target".*page/);
    expect(await author.refusal('getScreenshot', { as: 'link' })).toMatch(/^invalid-params: .*"as".*link/);
  });
});

it('getConsoleLog shows what the page of the app logged', async () => {
  const Reply = z.object({ entries: z.array(z.object({ level: z.string(), text: z.string() })) });
  const { entries } = await shop.author.client.call('getConsoleLog', { target: 'app', filter: 'broken' }, Reply);
  expect(entries).toMatchObject([{ level: 'error', text: 'broken' }]);
});
