import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { timed } from '../support/api-client.mjs';
import { residentMegabytes, startChild } from '../support/child.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { asAction, serveStockPage } from '../support/stock-page.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const PER_ROUND = 20;
const UNDER_WAY = ['starting', 'running'];

/** Texts of steps with what they do; the first one opens the page. */
const STEPS = [
  ['Given the stock is open'],
  ['When the remark "<remark>" is written', { kind: 'fill', target: 'note', value: '<remark>' }],
  ['And the remark is saved', { kind: 'click', target: 'save-note' }],
  ['Then the last remark is "<remark>"', { kind: 'assert', target: 'last-note', value: 'Noted: <remark>' }],
  ['When shelves are searched by their number', { kind: 'fill', target: 'search', value: 'Shelf 20' }],
  ['And the search is started', { kind: 'click', target: 'search-go' }],
  ['Then two shelves are found', { kind: 'assert', target: 'found', value: '2 shelves' }],
  ['And the page is still that of the stock', { kind: 'assert', target: 'heading', value: 'Stock' }],
];
const remarkOf = row => `remark ${row}`;

const featureText = () =>
  ['Feature: Stock', '  Scenario Outline: Remarks', ...STEPS.map(([text]) => `    ${text}`)]
    .concat(
      '    Examples:',
      '      | remark |',
      rows().map(row => `      | ${remarkOf(row)} |`),
    )
    .join('\n');

const rows = () => Array.from({ length: PER_ROUND }, (_, row) => row);

/** A test of one action for each step. */
const storedTests = () =>
  STEPS.map(([name, work], at) => {
    const action = work === undefined ? { type: 'visit', url: '/' } : asAction(work);
    const withParameter = JSON.parse(JSON.stringify(action).replaceAll('<remark>', '{{ remark }}'));
    return {
      testCode: `t${at + 1}`,
      name,
      type: 'web',
      parameters: [{ name: 'remark', default: '' }],
      actions: [{ actionId: `a${at + 1}`, ...withParameter }],
    };
  });

async function writeScenarios(workspace, url) {
  await writeProject(workspace, [{ moduleCode: 'm1', name: 'Stock', rank: 1, tests: storedTests() }], url);
  const version = path.join(workspace, PROJECT_ID, 'versions', 'main');
  await mkdir(path.join(version, 'features'));
  await writeFile(path.join(version, 'features', 'stock.feature'), `${featureText()}\n`);
  const links = STEPS.map(([text], at) => ({
    text: text.replace(/^\w+ /, ''),
    testCode: `t${at + 1}`,
  }));
  await writeFile(path.join(version, 'links.json'), `${JSON.stringify({ format: 1, links })}\n`);
}

async function runFeatures({ client }) {
  let { runId, state } = await client.call('runFeatures', { wait: 25 });
  while (UNDER_WAY.includes(state)) ({ state } = await client.call('getTestStatus'));
  if (state !== 'passed') throw new Error(`The run ${runId} ended as ${state}.`);
}

/** The same work as a script has it. */
const works = () =>
  rows().map(row =>
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
    await writeScenarios(workspace.folder, page.url);
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
