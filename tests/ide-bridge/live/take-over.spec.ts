import { expect, it } from 'vitest';
import { z } from 'zod';
import { openLiveViewer } from '../../support/live-viewer.ts';
import { startTestApp } from '../../support/test-app.ts';

const PAGE = `<!doctype html><title>Live</title><style>* { margin: 0; position: absolute }</style>
  <button style="left: 10px; top: 20px; width: 100px; height: 40px">Click</button>`;
const click = { action: { type: 'click', locator: "getByRole('button', { name: 'Click' })" } };

it('who looks sees where an agent acts, and can keep the browser from agents until it is handed back', async () => {
  await using app = await startTestApp({ pages: { '/': PAGE } });
  const { client } = app;
  await client.call('navigateUrl', { url: '/' }, z.unknown());
  const look = () => openLiveViewer(app.service.url, app.ide?.session ?? '', 'shop');
  await using viewer = await look();
  await viewer.notice('page');
  await client.call('performAction', click, z.unknown());
  const lastHeld = () => viewer.notices.findLast(({ kind }) => kind === 'held');
  const acting = () => viewer.notices.filter(({ kind }) => kind === 'acting');
  await expect.poll(() => acting().length, { timeout: 10_000 }).toBe(2);
  const box = { x: 10, y: 20, width: 100, height: 40 };
  expect(acting()).toEqual([
    { kind: 'acting', by: 'write 1' },
    { kind: 'acting', by: 'write 1', box },
  ]);
  viewer.send({ kind: 'take-over' });
  expect(await viewer.notice('held')).toEqual({ kind: 'held', by: 'you' });
  const isTaken = async (name: string, given: object) =>
    expect((await client.failure(name, given)).data.reason, name).toBe('taken-over');
  await isTaken('performAction', click);
  await isTaken('performActions', { actions: [click.action] });
  await isTaken('navigateUrl', { url: '/' });
  await isTaken('refreshPage', {});
  await isTaken('clearSiteData', {});
  await client.call('createModule', { name: 'Sign in' }, z.unknown());
  await client.call('createTest', { moduleCode: 'm1', name: 'A' }, z.unknown());
  await isTaken('runTest', { testId: 't1' });
  await isTaken('runTests', {});
  await client.call('getPageInfo', {}, z.unknown());
  {
    await using other = await look();
    expect(await other.notice('held')).toEqual({ kind: 'held', by: 'another' });
    other.send({ kind: 'hand-back' });
    await expect.poll(lastHeld, { timeout: 10_000 }).toEqual({ kind: 'held' });
    await client.call('performAction', click, z.unknown());
    other.send({ kind: 'take-over' });
    await expect.poll(lastHeld, { timeout: 10_000 }).toEqual({ kind: 'held', by: 'another' });
  }
  // Whoever has gone has nothing any more.
  await expect.poll(lastHeld, { timeout: 10_000 }).toEqual({ kind: 'held' });
  await client.call('performAction', click, z.unknown());
});
