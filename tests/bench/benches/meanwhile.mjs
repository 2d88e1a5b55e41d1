import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, timed } from '../support/api-client.mjs';
import { createToken, startService, temporaryWorkspace } from '../support/service.mjs';
import { smallTests } from '../support/small-tests.mjs';
import { serveStockPage } from '../support/stock-page.mjs';
import { largeModules, PROJECT_ID, writeProject } from '../support/write-project.mjs';

const TESTS = 100;
const WORKERS = 2;
const OTHER_PROJECT = 'other';
/** Somebody who works. */
const PAUSE_MS = 20;

/** Writes and reads in turn until told to stop. */
async function workOn(other, signal, { writes, reads }) {
  const place = { moduleCode: 'm1', testCode: 't1' };
  while (!signal.aborted) {
    writes.push((await timed(() => other.call('createAction', { ...place, type: 'comment', text: 'Note' }))).ms);
    reads.push((await timed(() => other.call('getTests', { moduleCode: 'm1', limit: 5 }))).ms);
    await pause(PAUSE_MS);
  }
}

async function untilRunEnds(client) {
  for (;;) {
    const { state } = await client.call('getTestStatus');
    if (!['starting', 'running'].includes(state)) return;
    await pause(200);
  }
}

/** What others wait for while a service runs a suite with all cores. */
export const meanwhile = {
  title: `writes and reads in one project while ${WORKERS} workers run ${TESTS} small tests of another one`,
  async measure({ rounds }) {
    const workspace = await temporaryWorkspace();
    const page = await serveStockPage();
    await writeProject(workspace.folder, [smallTests(TESTS)], page.url);
    await writeProject(workspace.folder, largeModules(2, 5), undefined, OTHER_PROJECT);
    const service = await startService(workspace.folder, PROJECT_ID);
    const token = await createToken(workspace.folder, service.url, OTHER_PROJECT);
    const other = new ApiClient(`${service.url}/api/mcp`, token);
    const found = { writes: [], reads: [] };
    try {
      for (let round = 0; round < rounds; round += 1) {
        await service.client.call('runTests', { modules: ['m1'], workers: WORKERS, trace: 'off', screenshots: 'off' });
        const ended = new AbortController();
        const working = workOn(other, ended.signal, found);
        await untilRunEnds(service.client);
        ended.abort();
        await working;
      }
    } finally {
      other.close();
      await service.close();
      page.close();
      await workspace.remove();
    }
    return [
      { what: 'createAction', unit: 'ms', values: found.writes, p95AtMost: 200 },
      { what: 'getTests of 5 tests', unit: 'ms', values: found.reads, p95AtMost: 60 },
    ];
  },
};
