import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { featuresOf, noticed, putFeature } from '../../support/feature-files.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };
const PAGE = `<!doctype html><title>Basket</title><h1>Basket</h1><label>User <input></label><button>Pay</button>
  <script>console.error('no stock', 7)</script>`;

/** Calls in an order in which each works. */
const SCRIPT: readonly (readonly [tool: string, args: object])[] = [
  ['getIDEState', {}],
  ['getIDEUrl', {}],
  ['setIDEUrl', { url: '/p/shop' }],
  ['openIDE', {}],
  ['createSignInLink', {}],
  ['createModule', { name: 'A', comment: 'c' }],
  ['createModule', { name: 'B', parentModule: 'm1' }],
  ['createTest', { moduleCode: 'm1', name: 'One', tags: ['@a'], parameters: [{ name: 'user', default: 'ann' }] }],
  ['createAction', { ...place, type: 'visit', url: '/' }],
  [
    'createActions',
    {
      ...place,
      actions: [
        { type: 'fill', locator: "getByLabel('User')", value: '{{user}}' },
        { type: 'if', condition: 'true' },
      ],
    },
  ],
  ['getActions', place],
  ['editAction', { ...place, actionIndex: 2, condition: 'false' }],
  ['moveAction', { ...place, actionIndex: 2, to: 0 }],
  ['editActions', { ...place, edits: [{ actionIndex: 0, disabled: true }] }],
  ['moveActions', { ...place, actionIndexes: [0], to: 2 }],
  ['moveActions', { ...place, actionIndexes: [2], to: 0 }],
  ['deleteActions', { ...place, actionIndexes: [0] }],
  ['extractTest', { ...place, actionIndexes: [0], name: 'Extracted' }],
  ['undo', {}],
  ['createAction', { ...place, actionIndex: 0, type: 'if', condition: 'true' }],
  ['deleteAction', { ...place, actionIndex: 0 }],
  [
    'createAction',
    {
      ...place,
      type: 'assert',
      matcher: 'toHaveText',
      locator: "getByRole('heading')",
      expected: 'Empty',
      timeoutMs: 200,
    },
  ],
  [
    'createTest',
    {
      moduleCode: 'm2',
      name: 'Two',
      type: 'suite',
      actions: [{ type: 'plugTest', test: 't1' }],
      data: { rows: [{ user: 'bob' }] },
    },
  ],
  ['editTest', { ...place, comment: 'c', role: 'customer', app: 'STORE' }],
  ['editTest', { ...place, role: null, app: null }],
  ['editModule', { moduleCode: 'm2', data: { vat: 0.2 }, before: 't1' }],
  ['editModule', { moduleCode: 'm2', before: null }],
  ['getModules', { includeTests: true }],
  ['getTests', { includeActions: true }],
  ['getFeatures', {}],
  ['getFeature', { feature: 'f1' }],
  ['createFeature', { name: 'Two' }],
  ['editFeature', { feature: 'f2', text: 'Feature: Second\n' }],
  ['importFeatures', { source: 'text', text: 'Feature: Three\n' }],
  ['deleteFeature', { feature: 'f2' }],
  ['linkStep', { text: 'I look', ...place }],
  ['getLinks', {}],
  ['suggestLinks', { text: 'I look around' }],
  ['getUnlinkedSteps', {}],
  ['validateFeature', { text: 'Feature: A\n\n  Scenario: B\n    Given it\n    oops\n' }],
  ['unlinkStep', { text: 'I look' }],
  ['createEnvironment', { name: 'staging', items: [{ name: 'pw', kind: 'secret', value: 'spring-Rain-4711' }] }],
  ['editEnvironment', { environmentCode: 'e1', name: 'Staging' }],
  ['provisionEnvironments', { environments: [{ name: 'live', items: [{ name: 'S', kind: 'app', value: '/' }] }] }],
  ['getEnvironments', {}],
  [
    'configureAuth',
    {
      method: 'basic',
      roles: [{ role: 'customer', username: 'ann', password: 'pw-4711-x' }],
      headers: { 'X-A': 'b-4711-x' },
    },
  ],
  ['getAuthConfig', {}],
  ['tryAuth', {}],
  ['configureAuth', { method: 'none' }],
  ['editProject', { data: { a: 1 }, defaultEnvironment: 'live', settings: { timeouts: { actionMs: 5_000 } } }],
  ['getProject', {}],
  ['createVersion', { name: 'Next' }],
  ['editVersion', { versionId: 'next', name: 'Next one' }],
  ['getVersions', {}],
  ['duplicateTest', { testCode: 't1', versionId: 'next' }],
  ['exportTest', { testCode: 't1', format: 'playwright-test' }],
  ['putFile', { path: 'users.json', text: '[]' }],
  ['getFiles', { under: 'users' }],
  ['getFiles', {}],
  ['configureFeatureServer', { type: 'folder', fileListUrl: 'files' }],
  ['getFeatureServer', {}],
  ['checkFeatureServer', {}],
  ['tryFeatureServer', { matchFile: '*.feature' }],
  ['deleteFile', { path: 'users.json' }],
  ['search', { text: 'user' }],
  ['findTools', { text: 'undo' }],
  ['useTool', { name: 'search', arguments: { text: 'user' } }],
  ['getGuide', {}],
  ['compareVersions', { from: 'main', to: 'next' }],
  ['copyTests', { from: 'next', to: 'main', tests: ['t3'] }],
  ['undo', {}],
  ['undo', {}],
  ['redo', {}],
  ['getTestStatus', {}],
  ['getAppUrl', {}],
  ['navigateUrl', { url: '/' }],
  ['performAction', { action: { type: 'extract', from: 'title', into: 'title' } }],
  ['performActions', { actions: [{ type: 'reload' }, { type: 'click', locator: 'nothing', timeoutMs: 50 }] }],
  ['getPerformedActions', {}],
  ['keepPerformedActions', { name: 'Reload', moduleCode: 'm1', tryFirst: false }],
  ['dropPerformedAction', {}],
  ['refreshPage', {}],
  ['clearSiteData', {}],
  ['startRecording', { testId: 't1' }],
  ['getRecording', {}],
  ['stopRecording', {}],
  ['startWatching', { codes: ['t1'] }],
  ['getWatched', {}],
  ['stopWatching', {}],
  ['waitForPageReady', { until: 'load' }],
  ['getPageInfo', {}],
  ['getPageElements', { boxes: true, interactiveOnly: false }],
  ['validateActions', { actions: [{ type: 'click', locator: 'button' }, { type: 'click', locator: 'a' }, {}] }],
  ['getScreenshot', { format: 'png', maxWidth: 100 }],
  ['getConsoleLog', { level: 'error' }],
  ['getNetworkLog', { onlyFailed: true }],
  ['getNetworkRequest', { number: 1 }],
  ['getAppUrl', {}],
  ['runTest', { testId: 't1', parameters: { user: 'eve' }, wait: 20 }],
  ['getTestStatus', {}],
  ['getTestResults', { detail: 'failures' }],
  ['runTests', { tests: ['t1'], wait: 20 }],
  ['getLastResult', { testCode: 't1' }],
  ['getLastStates', {}],
  ['getHealth', {}],
  ['createTest', { moduleCode: 'm1', name: 'Slow', actions: [{ type: 'wait', until: 'time', value: 60_000 }] }],
  ['setBreakpoint', { testId: 't4', actionIndex: 0, condition: 'true', hitCount: 1 }],
  ['getBreakpoints', {}],
  ['runTest', { testId: 't4', wait: 25 }],
  ['getTestStatus', {}],
  ['evaluateScopes', { expression: '1 + 1' }],
  ['setScope', { name: 'user', value: 'ann' }],
  ['resumeTest', {}],
  ['pauseTest', { wait: 0 }],
  ['stopTest', {}],
  ['clearBreakpoints', {}],
  ['getRuns', {}],
  ['getRun', { runId: 'r1' }],
  ['runFeatures', { features: ['f1'], wait: 20 }],
  ['getRepairs', {}],
  ['getPictureDifferences', { runId: 'r1' }],
  ['getReport', { runId: 'r1', format: 'cucumber' }],
  ['getReportFormats', {}],
  ['deleteRun', { runId: 'r2' }],
  ['getCITargets', {}],
  ['generateCIScript', { target: 'shell', test: 't4' }],
  ['generateCIUrl', { test: 't4' }],
  ['getCIUrls', {}],
  ['deleteVersion', { versionId: 'next' }],
  ['deleteEnvironment', { environmentCode: 'live' }],
  ['deleteTest', { moduleCode: 'm1', testCode: 't4' }],
  ['importTests', { format: 'json', text: '{"name":"A","actions":[]}' }],
  ['navigateTo', { moduleId: 'm1' }],
  ['deleteModule', { moduleCode: 'm1' }],
  ['createToken', { name: 'ci', access: 'read', expiresAt: '2099-01-01T00:00:00.000Z' }],
  ['getTokens', {}],
  ['getBrowser', {}],
  ['pairExtension', {}],
  ['getExtension', {}],
  ['giveTabBack', {}],
  ['unpairExtension', {}],
  ['revokeToken', { token: 'ci' }],
  ['repairProject', {}],
  ['openProject', { projectId: 'shop' }],
  ['getBackups', { file: 'project.json' }],
  ['restoreBackups', { files: [{ file: 'project.json' }] }],
  ['setToolApi', { enabled: true }],
  ['setProjectPassword', { password: 'river 4711' }],
  ['createProject', { newProjectId: 'other', name: 'Other' }],
  ['getRecentCalls', { filter: 'deleteRun' }],
  ['deleteProject', { projectId: 'other', name: 'Other' }],
  ['createSampleProject', {}],
  ['getProjects', {}],
  ['getFolders', {}],
];

/** What takes more than a call to have an answer, and the spec that has one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  revokeCIUrl: 'tests/server/tools/ci-urls.spec.ts',
  openProjectFolder: 'tests/server/tools/projects.spec.ts',
  closeIDE: 'tests/ide-bridge/browser/ide-windows.spec.ts',
  getJob: 'tests/server/jobs/long-calls.spec.ts',
  cancelJob: 'tests/server/jobs/long-calls.spec.ts',
  uploadResults: 'tests/server/tools/uploads.spec.ts',
  pushFeatures: 'tests/server/tools/feature-pushes.spec.ts',
  pickElement: 'tests/ide-bridge/live/pick-element.spec.ts',
  acceptPictures: 'tests/server/tools/pictures.spec.ts',
  undoAcceptPictures: 'tests/server/tools/pictures.spec.ts',
  decideRepair: 'tests/ide-bridge/runner/repairs.spec.ts',
};

it('every tool answers what its output schema says', async () => {
  await using pages = await servePages({ '/': PAGE });
  await using shop = await openShop();
  const registry = createToolRegistry();
  const server = await readFile(join(dirname(shop.app.folder), '.steploom/server.json'), 'utf8');
  const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(server));
  const owner = new ApiClient(shop.author.client.apiUrl, secret);
  await shop.author.do('editProject', { appUrl: pages.url });
  await putFeature(shop.app.folder, 'a.feature', 'Feature: A\n  Scenario: One\n    * I look\n');
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(1));
  const answered = new Set<string>();
  for (const [name, args] of SCRIPT) {
    const tool = registry.get(name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    const client = tool.scope === 'owner' ? owner : shop.author.client;
    const call = { projectId: 'shop', ...args };
    const answer = await client.call(name, call, z.unknown());
    expect(tool.output.safeParse(answer).error?.issues ?? [], `${name} answered ${JSON.stringify(answer)}`).toEqual([]);
    expect(JSON.stringify(answer)).not.toMatch(/Rain-4711|pw-4711|b-4711|river 4711/);
    answered.add(name);
  }
  expect([...answered, ...Object.keys(ELSEWHERE)].toSorted()).toEqual([...registry.keys()].toSorted());
});
