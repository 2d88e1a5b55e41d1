import { timed } from '../support/api-client.mjs';
import { startChild } from '../support/child.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { serveStockPage } from '../support/stock-page.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const CALLS_PER_ROUND = 10;
const WARM_UP = 3;

const PROBES = [
  { what: 'getPageElements of 200 items', tool: 'getPageElements', raw: 'snapshot', moreThanFloor: 15 },
  { what: 'getScreenshot (JPEG)', tool: 'getScreenshot', raw: 'screenshot', moreThanFloor: 10 },
  { what: 'getPageInfo', tool: 'getPageInfo', raw: 'title', moreThanFloor: 5 },
  { what: 'getConsoleLog', tool: 'getConsoleLog', atMost: 5 },
  { what: 'getNetworkLog', tool: 'getNetworkLog', atMost: 5 },
];

async function probe({ client, raw, rounds }, { tool, raw: rawKind, ...measurement }) {
  const values = [];
  const floor = [];
  for (let call = 0; call < WARM_UP + rounds * CALLS_PER_ROUND; call += 1) {
    const ours = await timed(() => client.call(tool));
    const bare = rawKind === undefined ? undefined : await raw.ask({ kind: rawKind });
    if (call < WARM_UP) continue;
    values.push(ours.ms);
    if (bare !== undefined) floor.push(bare.ms);
  }
  return { ...measurement, unit: 'ms', values, ...(rawKind === undefined ? {} : { floor }) };
}

/** What a caller asks of a page of 200 shelves, over HTTP, beside Playwright in a script. */
export const page = {
  title: 'page tools, beside a Playwright script',
  async measure({ rounds }) {
    const served = await serveStockPage();
    const workspace = await temporaryWorkspace();
    await writeProject(workspace.folder, [], served.url);
    const service = await startService(workspace.folder, PROJECT_ID);
    const raw = startChild('raw-playwright.mjs');
    const measurements = [];
    try {
      await raw.first;
      await raw.ask({ kind: 'open', url: served.url });
      await service.client.call('navigateUrl', { url: served.url });
      for (const each of PROBES) measurements.push(await probe({ client: service.client, raw, rounds }, each));
    } finally {
      await raw.end('SIGTERM');
      await service.close();
      served.close();
      await workspace.remove();
    }
    return measurements;
  },
};
