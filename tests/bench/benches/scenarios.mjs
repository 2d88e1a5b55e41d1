import { timed } from '../support/api-client.mjs';
import { residentMegabytes, startChild } from '../support/child.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { remarkOf, STEPS, writeScenarios } from '../support/stock-feature.mjs';
import { serveStockPage } from '../support/stock-page.mjs';
import { PROJECT_ID } from '../support/write-project.mjs';

const PER_ROUND = 20;
const UNDER_WAY = ['starting', 'running'];

async function runFeatures({ client }) {
  let { runId, state } = await client.call('runFeatures', { wait: 25 });
  while (UNDER_WAY.includes(state)) ({ state } = await client.call('getTestStatus'));
  if (state !== 'passed') throw new Error(`The run ${runId} ended as ${state}.`);
}

/** The same work as a script has it. */
const works = () =>
  Array.from({ length: PER_ROUND }, (_, row) =>
    STEPS.flatMap(([, work]) =>
      work === undefined ? [] : JSON.parse(JSON.stringify(work).replaceAll('<remark>', remarkOf(row))),
    ),
  );

async function measureRound(service, raw, url) {
  const { ms: ours } = await timed(() => runFeatures(service));
  const oursResident = await service.residentMegabytes();
  const { ms: bare } = await raw.ask({ kind: 'runEach', url, works: works() });
  return { ours, bare, oursResident, bareResident: await residentMegabytes(raw.pid) };
}

/** Scenarios run by the service, beside a Playwright script; both browsers are warm, and each scenario has a fresh context. */
export const scenarios = {
  title: `runs of ${PER_ROUND} scenarios of ${STEPS.length} steps, beside a Playwright script`,
  async measure({ rounds }) {
    const page = await serveStockPage();
    const workspace = await temporaryWorkspace();
    await writeScenarios(workspace.folder, page.url, PER_ROUND);
    const service = await startService(workspace.folder, PROJECT_ID);
    const raw = startChild('raw-playwright.mjs');
    const kept = [];
    try {
      await raw.first;
      // The first round warms both browsers up.
      for (let round = 0; round <= rounds; round += 1) {
        const measured = await measureRound(service, raw, page.url);
        if (round > 0) kept.push(measured);
      }
    } finally {
      await raw.end('SIGTERM');
      await service.close();
      page.close();
      await workspace.remove();
    }
    const each = name => kept.map(measured => measured[name] / PER_ROUND);
    const all = name => kept.map(measured => measured[name]);
    return [
      { what: 'a scenario in a fresh context', unit: 'ms', values: each('ours'), floor: each('bare'), timesFloor: 1 },
      { what: 'memory of Node', unit: 'MB', values: all('oursResident'), floor: all('bareResident'), timesFloor: 1.1 },
    ];
  },
};
