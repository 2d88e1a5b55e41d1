import { timed } from '../support/api-client.mjs';
import { startEcho } from '../support/echo.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { largeModules, PROJECT_ID, writeProject } from '../support/write-project.mjs';

const CALLS_PER_ROUND = 300;
const WARM_UP = 500;

/** A read over HTTP that needs no browser, beside a bare Express server that parses JSON and sends it back. */
export const calls = {
  title: 'tools/call without browser work, beside an Express echo',
  async measure({ rounds }) {
    const workspace = await temporaryWorkspace();
    await writeProject(workspace.folder, largeModules(2, 5));
    const service = await startService(workspace.folder, PROJECT_ID);
    const echo = await startEcho();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getTests', arguments: {} } };
    const values = [];
    const floor = [];
    try {
      for (let call = 0; call < WARM_UP + rounds * CALLS_PER_ROUND; call += 1) {
        const ours = await timed(() => service.client.call('getTests', { moduleCode: 'm1', limit: 5 }));
        const bare = await timed(() => echo.client.post(body));
        if (call < WARM_UP) continue;
        values.push(ours.ms);
        floor.push(bare.ms);
      }
    } finally {
      await echo.close();
      await service.close();
      await workspace.remove();
    }
    return [
      { what: 'getTests of 5 tests', unit: 'ms', values, floor, atMost: 1.5 },
      { what: 'the same, above the echo', unit: 'ms', values, floor, moreThanFloor: 1 },
    ];
  },
};
