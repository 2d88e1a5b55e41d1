import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

const runner = useRunner(
  {
    '/': '<title>Shop</title><h1 onclick="alert(1)">Shop</h1>',
    '/parts': `<title>Parts</title><body><p>Outer</p><div></div><iframe srcdoc="<p>Framed</p>"></iframe>
      <script>document.querySelector('div').attachShadow({ mode: 'open' }).innerHTML = '<b></b><p>Inner</p>'</script>`,
  },
  { context: 'fresh' },
);

const Facts = z.object({ pages: z.string() });

test('pages of a run are told to those who are known alone, and shown for a while at an address nobody guesses', async () => {
  const { runId } = await runner.passes([{ type: 'visit', url: '/' }]);
  const { client, service } = runner.app;
  const address = `${service.url}/api/moments/${runId}/1`;
  for (const path of [
    '',
    '/requests/0',
    '/requests?text=x',
    '/pick?side=after&x=1&y=1',
    '/element?side=after&locator=h1',
  ])
    expect((await fetch(`${address}${path}`)).status).toBe(401);
  const headers = { authorization: `Bearer ${client.token}` };
  const { pages } = Facts.parse(await (await fetch(address, { headers })).json());
  const page = await fetch(`${service.url}${pages}/after/page`);
  const policy = page.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[0-9a-f]{32}';/);
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).not.toContain('allow-same-origin');
  const html = await page.text();
  expect(html).toContain('Shop');
  expect(html).not.toContain('onclick');
  const ticket = pages.split('/')[2] ?? '';
  const others = [pages.replace(ticket, 'x'.repeat(32)), pages.replace(/1$/, '99')];
  for (const other of others) expect((await fetch(`${service.url}${other}/after/page`)).status).toBe(404);
  const none = [`${runId}/99`, `${runId}/1/requests/99`, `${runId}/1/requests/x`, `${runId}/1/requests/-1`];
  for (const path of none)
    expect((await fetch(`${service.url}/api/moments/${path}`, { headers })).status, path).toBe(404);
});

test('a run in the place of another, as of a project that was made anew, has its pages at another address', async () => {
  const { runId } = await runner.passes([{ type: 'visit', url: '/' }]);
  const { client, service, folder } = runner.app;
  const addressOfPages = async () => {
    const headers = { authorization: `Bearer ${client.token}` };
    return Facts.parse(await (await fetch(`${service.url}/api/moments/${runId}/1`, { headers })).json()).pages;
  };
  const address = await addressOfPages();
  expect(await addressOfPages()).toBe(address);
  const later = new Date(Date.now() + 60_000);
  await utimes(join(folder, '.steploom', 'runs', runId, 'trace.zip'), later, later);
  expect(await addressOfPages()).not.toBe(address);
});

test('the way to an element of a page that was kept leads through its shadow roots, and to the frame of one in a frame', {
  tags: 'full',
}, async () => {
  const { runId } = await runner.passes([{ type: 'visit', url: '/parts' }]);
  const { client, service } = runner.app;
  const read = (locator: string) =>
    fetch(`${service.url}/api/moments/${runId}/1/element?side=after&locator=${encodeURIComponent(locator)}`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
  const way = async (locator: string) => Way.parse(await (await read(locator)).json()).way;
  expect(await way('html')).toEqual([]);
  expect(await way("getByText('Outer')")).toEqual([1, 0]);
  expect(await way("getByText('Inner')")).toEqual([1, 1, -1, 1]);
  expect(await way("frameLocator('iframe').getByText('Framed')")).toEqual([1, 2]);
  expect(await way("getByText('Nowhere')")).toBeNull();
  expect((await read('getByText(')).status).toBe(400);
});

const Way = z.object({ way: z.array(z.number()).nullable() });
