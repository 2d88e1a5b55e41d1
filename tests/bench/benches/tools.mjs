import { timed } from '../support/api-client.mjs';
import { startChild } from '../support/child.mjs';
import { serveListPage } from '../support/list-page.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const CALLS_PER_ROUND = 10;
const WARM_UP = 3;
const BUTTON = "getByRole('button', { name: 'Add one' })";

const act = action => ['performAction', { action }];

/** What a tool is asked, what a script does in its place, and how far it may be from that. */
const callsOn = url => [
  { what: 'navigateUrl', call: ['navigateUrl', { url }], raw: { kind: 'goto', url }, timesFloor: 1.2 },
  { what: 'click by performAction', call: act({ type: 'click', locator: BUTTON }), raw: { kind: 'press' }, atMost: 25 },
  {
    what: 'script by performAction',
    call: act({ type: 'extract', from: 'script', code: 'return document.title', into: 'title' }),
    raw: { kind: 'title' },
    atMost: 10,
  },
  { what: 'getPageElements of 200 items', call: ['getPageElements', {}], raw: { kind: 'snapshot' }, atMost: 30 },
  { what: 'getScreenshot, PNG', call: ['getScreenshot', { format: 'png' }], raw: { kind: 'png' }, timesFloor: 1 },
  { what: 'getScreenshot, JPEG', call: ['getScreenshot', {}], raw: { kind: 'screenshot' }, timesFloor: 1 },
  { what: 'getConsoleLog', call: ['getConsoleLog', { limit: 10 }], atMost: 1.5 },
];

async function measureOne({ client, raw, rounds }, { call: [tool, args], raw: asked, ...measurement }) {
  const values = [];
  const floor = [];
  for (let turn = 0; turn < WARM_UP + rounds * CALLS_PER_ROUND; turn += 1) {
    const { ms, result } = await timed(() => client.call(tool, args));
    if (result.state !== undefined && result.state !== 'passed') throw new Error(`${tool}: ${JSON.stringify(result)}`);
    const bare = asked === undefined ? undefined : await raw.ask(asked);
    if (turn < WARM_UP) continue;
    values.push(ms);
    if (bare !== undefined) floor.push(bare.ms);
  }
  return { ...measurement, unit: 'ms', values, ...(asked === undefined ? {} : { floor }) };
}

/** What an agent asks of the page one call at a time, over HTTP, beside the same calls of a Playwright script. */
export const tools = {
  title: 'tool calls on a page with a list of 200 items, beside a Playwright script',
  async measure({ rounds }) {
    const served = await serveListPage();
    const workspace = await temporaryWorkspace();
    await writeProject(workspace.folder, [], served.url);
    const service = await startService(workspace.folder, PROJECT_ID);
    const raw = startChild('raw-playwright.mjs');
    const measurements = [];
    try {
      await raw.first;
      await raw.ask({ kind: 'open', url: served.url });
      await service.client.call('navigateUrl', { url: served.url });
      for (const each of callsOn(served.url))
        measurements.push(await measureOne({ client: service.client, raw, rounds }, each));
    } finally {
      await raw.end('SIGTERM');
      await service.close();
      served.close();
      await workspace.remove();
    }
    return measurements;
  },
};
