/** What a browser in which a person is signed in gives away, and to whom. */
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startService } from '../../server/main.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { linkOf } from '../support/test-app.ts';
import { useBasketShop } from './basket-shop.ts';
import { openIde, openWindow, showIde } from './open-page.ts';
import { details } from './run-page.ts';
import { eventually } from './shared-app.ts';

const Address = z.object({ port: z.number() });

/** Another server on this machine: any program can open one. */
async function listenElsewhere() {
  const requests: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    response.setHeader('content-type', 'text/html').end('<title>Elsewhere</title>');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${Address.parse(server.address()).port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const isShown = (page: Page, name: RegExp) =>
  expect
    .poll(
      () =>
        details(page)
          .getByRole('img', { name })
          .evaluate(image => Number(Reflect.get(image, 'naturalWidth')) > 0),
      eventually,
    )
    .toBe(true);

describe('the session of a person', () => {
  const shop = useBasketShop();

  it('no cookie is set in a whole visit, and another server of the machine is told nothing', {
    tags: 'full',
  }, async () => {
    await using elsewhere = await listenElsewhere();
    await using opened = await openIde(shop.app, '/p/shop/main/modules');
    const { page, faults } = opened;
    const runId = await shop.run('runFeatures', { features: ['f1'] });
    const set: string[] = [];
    page.on('response', response => {
      const header = response.headers()['set-cookie'];
      if (header !== undefined) set.push(`${response.url()}: ${header}`);
    });
    await page.goto(`${shop.app.service.url}/p/shop/main/runs/${runId}?step=2.2.2.2`);
    await isShown(page, /^The page after/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: 'JUnit XML' }).click();
    expect((await saved).suggestedFilename()).toBe('TEST-steploom.xml');
    await page.getByRole('link', { name: 'Modules' }).click();
    await page.locator('canvas').waitFor();
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    const other = await page.context().newPage();
    await other.goto(elsewhere.url);
    await other.close();
    expect(elsewhere.requests.map(({ cookie, authorization }) => ({ cookie, authorization }))).toContainEqual({});
    expect(JSON.stringify(elsewhere.requests)).not.toContain('steploom');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('npx steploom open').waitFor();
    expect(await page.evaluate('Object.values(localStorage).join()')).not.toMatch(/[\w-]{40}/);
    expect([await page.context().cookies(), set, faults]).toEqual([[], [], []]);
  });

  it('tabs of one address share a session, and all of them notice that somebody signs in or out', {
    tags: ['full'],
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/modules');
    const second = await page.context().newPage();
    await second.goto(`${shop.app.service.url}/p/shop/main/runs`);
    await second.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('npx steploom open').waitFor();
    await second.getByText('npx steploom open').waitFor();
    await page.getByLabel('Or paste the link or its code').fill(linkOf(shop.app.service));
    await page.keyboard.press('Enter');
    await page.getByText('Connected', { exact: true }).waitFor();
    await second.getByText('Connected', { exact: true }).waitFor();
  });

  it('a page comes back signed in when its service restarts, and asks to sign in where sessions are gone', {
    tags: 'full',
  }, async () => {
    await using workspace = await temporaryDirectory();
    const start = (port: number) => startService({ workspaceFolder: workspace.path, port, logLevel: 'silent' });
    let service = await start(0);
    await using opened = await openWindow({ ignoreHTTPSErrors: true });
    const { page } = opened;
    const connected = page.getByText('Connected', { exact: true });
    const restart = async (between = async () => {}) => {
      await service.dispose();
      await page.getByRole('alert').filter({ hasText: 'Connection to the server lost' }).waitFor();
      await between();
      service = await start(Number(new URL(service.url).port));
    };
    try {
      await page.goto(linkOf(service));
      await connected.waitFor();
      await restart();
      await expect.poll(() => page.locator('body').innerText(), eventually).toContain('Connected');
      await restart();
      await page.reload();
      await connected.waitFor();
      await restart(() => rm(join(workspace.path, '.steploom/people.json')));
      await page.getByText('You are no longer signed in').waitFor();
    } finally {
      await service.dispose();
    }
  });

  it('a browser that keeps nothing signs in until the page is reloaded, and says so', { tags: ['full'] }, async () => {
    const deny = `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });`;
    const page = await showIde(shop.app, '/p/shop/main/modules', {
      prepare: async page => {
        await page.addInitScript(deny);
      },
    });
    await page.reload();
    await page.getByText(/does not store anything for this page/).waitFor();
    await page.getByText('npx steploom open').waitFor();
  });

  it('a picture that is gone or cannot be fetched says so', { tags: ['full'] }, async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/modules');
    const { page } = opened;
    const runId = await shop.run('runFeatures', { features: ['f1'] });
    let answer = { status: 404, json: { error: 'not-found', message: 'There is nothing.' } };
    await page.route('**/api/runs/**', route => route.fulfill(answer));
    const show = () => page.goto(`${shop.app.service.url}/p/shop/main/runs/${runId}?step=2.2.2.2`);
    await show();
    await details(page).getByText('This screenshot no longer exists.').waitFor();
    answer = { status: 500, json: { error: 'internal', message: 'The disk is gone.' } };
    await show();
    await details(page).getByText('The screenshot could not be loaded: The disk is gone.').waitFor();
    await page.unroute('**/api/runs/**');
  });
});
