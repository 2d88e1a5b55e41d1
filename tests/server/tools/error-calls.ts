import type { Shop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };
const stale = { ifRevision: 'stale' };
const gone = { moduleCode: 'm1', testCode: 't9' };
const circle = { type: 'plugTest', test: 't2' };

/** A call for each kind of error that a tool declares, in the project that `furnish` makes. */
export const CALLS: Record<string, Record<string, object>> = {
  getModules: { 'not-found': { versionId: 'gone' } },
  createModule: { 'not-found': { name: 'A', parentModule: 'm9' } },
  editModule: {
    'not-found': { moduleCode: 'm9' },
    conflict: { moduleCode: 'm1', ...stale },
    'invalid-project': { moduleCode: 'm1', parentModule: 'm1' },
  },
  deleteModule: {
    'not-found': { moduleCode: 'm9' },
    'in-use': { moduleCode: 'm1' },
    conflict: { moduleCode: 'm1', ...stale },
  },
  getTests: { 'not-found': { moduleCode: 'm9' } },
  createTest: {
    'not-found': { moduleCode: 'm9', name: 'A' },
    'invalid-project': { moduleCode: 'm1', name: 'A', actions: [{ type: 'plugTest', test: 't4' }] },
  },
  editTest: {
    'not-found': gone,
    conflict: { ...place, ...stale },
    'invalid-project': { ...place, actions: [circle] },
  },
  deleteTest: { 'not-found': gone, 'in-use': place, conflict: { ...place, ...stale } },
  getActions: { 'not-found': gone },
  createAction: {
    'not-found': { ...gone, type: 'reload' },
    conflict: { ...place, type: 'reload', ...stale },
    'invalid-project': { ...place, ...circle },
  },
  createActions: {
    'not-found': { ...gone, actions: [{ type: 'reload' }] },
    conflict: { ...place, actions: [{ type: 'reload' }], ...stale },
    'invalid-project': { ...place, actions: [circle] },
  },
  editAction: {
    'not-found': { ...place, actionIndex: 9 },
    conflict: { ...place, actionId: 'a1', actionIndex: 1 },
    'invalid-project': { ...place, actionIndex: 1, ...circle },
  },
  moveAction: {
    'not-found': { ...place, actionIndex: 0, to: 9 },
    conflict: { ...place, actionIndex: 0, to: 1, ...stale },
  },
  deleteAction: { 'not-found': { ...place, actionId: 'a99' }, conflict: { ...place, actionIndex: 0, ...stale } },
  editActions: {
    'not-found': { ...place, edits: [{ actionIndex: 9 }] },
    conflict: { ...place, edits: [{ actionIndex: 0, comment: 'x' }], ...stale },
    'invalid-project': { ...place, edits: [{ actionIndex: 1, ...circle }] },
  },
  moveActions: {
    'not-found': { ...place, actionIndexes: [0], to: 9 },
    conflict: { ...place, actionIndexes: [0], to: 1, ...stale },
  },
  extractTest: {
    'not-found': { ...place, actionIds: ['a99'], name: 'New' },
    conflict: { ...place, actionIndexes: [0], name: 'New', ...stale },
  },
  deleteActions: {
    'not-found': { ...place, actionIds: ['a99'] },
    conflict: { ...place, actionIndexes: [0], ...stale },
  },
  validateActions: { 'not-found': { actions: [{}], testCode: 't9' } },
  getEnvironments: { 'not-found': { versionId: 'gone' } },
  createEnvironment: { 'name-taken': { name: 'Staging' } },
  editEnvironment: {
    'not-found': { environmentCode: 'e9' },
    'name-taken': { environmentCode: 'e2', name: 'staging' },
    conflict: { environmentCode: 'e1', ...stale },
  },
  deleteEnvironment: { 'not-found': { environmentCode: 'e9' }, conflict: { environmentCode: 'e1', ...stale } },
  getFeatures: { 'not-found': { feature: 'f9' } },
  runFeatures: { 'not-found': { features: ['f9'] } },
  getFeature: { 'not-found': { feature: 'f9' } },
  createFeature: { 'name-taken': { name: 'Basket', file: 'basket.feature' } },
  editFeature: {
    'not-found': { feature: 'f9' },
    conflict: { feature: 'f1', ...stale },
    'name-taken': { feature: 'f1', file: 'pay.feature' },
  },
  deleteFeature: { 'not-found': { feature: 'f9' } },
  importFeatures: {
    'not-found': { source: 'text', text: 'Feature: A', select: ['B'] },
    forbidden: { source: 'folder', path: '/' },
    'invalid-project': { source: 'server' },
  },
  configureFeatureServer: { forbidden: { type: 'folder', fileListUrl: '/' } },
  checkFeatureServer: { 'invalid-project': {} },
  pushFeatures: { 'invalid-project': {} },
  uploadResults: { 'no-run': {}, 'not-found': { runId: 'r999' } },
  tryFeatureServer: { forbidden: { type: 'folder', fileListUrl: '/' }, 'invalid-project': { type: 'none' } },
  linkStep: { 'not-found': { text: 'nobody says this', ...place } },
  unlinkStep: { 'not-found': { text: 'nobody says this' } },
  runTest: {
    'not-found': { testId: 't9' },
    'invalid-project': { testId: 't3' },
  },
  runTests: {
    'not-found': { modules: ['m9'] },
    'invalid-project': { tests: ['t3'] },
  },
  performAction: {
    'app-not-open': { action: { type: 'reload' } },
    'not-found': { action: { type: 'reload' }, environment: 'gone' },
    'invalid-project': { action: { type: 'visit', url: '{{ env.GONE }}' } },
  },
  performActions: {
    'app-not-open': { actions: [{ type: 'reload' }] },
    'not-found': { actions: [{ type: 'reload' }], environment: 'gone' },
    'invalid-project': { actions: [{ type: 'newTab', url: '{{ env.GONE }}' }] },
  },
  startRecording: { 'not-found': { testId: 't9' }, 'app-not-open': { testId: 't1' } },
  stopRecording: { 'not-running': {} },
  startWatching: { 'not-found': { codes: ['t9'] } },
  stopWatching: { 'not-found': { codes: ['t1'] } },
  stopTest: { 'not-running': {}, 'not-found': { runId: 'r999' } },
  getTestStatus: { 'not-found': { runId: 'r999' } },
  pauseTest: { 'not-running': {} },
  resumeTest: { 'not-running': {} },
  evaluateScopes: { 'not-running': { expression: '1' } },
  setScope: { 'not-running': { name: 'a', value: 1 } },
  setBreakpoint: {
    'not-found': { testId: 't1', actionIndex: 9 },
    conflict: { testId: 't1', actionId: 'a1', actionIndex: 1 },
  },
  getBreakpoints: { 'not-found': { versionId: 'gone' } },
  clearBreakpoints: { 'not-found': { breakpointId: 'b9' } },
  getTestResults: { 'no-run': {}, 'not-found': { runId: 'r9' } },
  refreshPage: { 'app-not-open': {} },
  clearSiteData: { 'app-not-open': {} },
  waitForPageReady: { 'app-not-open': {} },
  getPageInfo: { 'app-not-open': {} },
  getPageElements: { 'app-not-open': {} },
  getScreenshot: { 'app-not-open': {}, 'ide-not-open': { target: 'ide' } },
  getConsoleLog: { 'app-not-open': {}, 'ide-not-open': { target: 'ide' } },
  pickElement: { 'app-not-open': {} },
  getNetworkLog: { 'app-not-open': {} },
  getNetworkRequest: { 'app-not-open': { number: 1 } },
  configureAuth: { 'not-found': { signInTest: 't9' } },
  tryAuth: { 'not-found': { role: 'ghost' }, 'invalid-project': { role: 'none' }, 'app-not-open': {} },
  navigateUrl: {
    'not-found': { url: 'http://localhost/', role: 'ghost' },
    'invalid-project': { url: 'http://localhost/', role: 'customer' },
  },
  editProject: { 'not-found': { defaultVersion: 'gone' }, conflict: stale },
  undo: { 'nothing-to-undo': {}, conflict: {} },
  redo: { 'nothing-to-undo': {} },
  createVersion: { 'not-found': { name: 'A', from: 'gone' }, 'name-taken': { name: 'main' } },
  editVersion: { 'not-found': { versionId: 'gone', name: 'A' }, 'name-taken': { versionId: 'next', name: 'Main' } },
  deleteVersion: { 'not-found': { versionId: 'gone' }, 'in-use': { versionId: 'main' } },
  duplicateTest: { 'not-found': { testCode: 't9' }, conflict: { testCode: 't1', ...stale } },
  importTests: { 'not-found': { format: 'json', text: '{"name":"A","actions":[]}', moduleCode: 'm9' } },
  exportTest: { 'not-found': { testCode: 't9', format: 'json' } },
  copyTests: {
    'not-found': { from: 'main', to: 'gone', tests: ['t1'] },
    conflict: { from: 'main', to: 'next', tests: ['t2'], existing: 'refuse' },
    'invalid-project': { from: 'next', to: 'main', tests: ['t2'] },
  },
  putFile: { 'name-taken': { path: 'USERS.json', text: '[]' }, conflict: { path: 'users.json/a', text: '' } },
  deleteFile: {
    'not-found': { path: 'gone.json' },
    conflict: { path: 'folder' },
    'in-use': { path: 'users.json' },
  },
  getIDEState: {},
  navigateTo: { 'not-found': { moduleId: 'm9' } },
  setIDEUrl: { forbidden: { url: '/p/other' } },
  openIDE: { 'not-found': { window: 'own', versionId: 'gone' } },
  closeIDE: { forbidden: {} },
  search: { 'not-found': { text: 'one', versionId: 'gone' } },
  compareVersions: { 'not-found': { from: 'main', to: 'gone' } },
  getJob: { 'not-found': { jobId: 'j9' } },
  cancelJob: { 'not-found': { jobId: 'j9' } },
  dropPerformedAction: { 'not-found': {} },
  keepPerformedActions: { 'not-found': { name: 'A', moduleCode: 'm9' } },
  getRepairs: { 'not-found': { runId: 'r9' } },
  getPictureDifferences: { 'not-found': { runId: 'r9' } },
  acceptPictures: { 'not-found': { runId: 'r9' } },
  undoAcceptPictures: { 'not-found': { runId: 'r9' } },
  revokeCIUrl: { 'not-found': { id: '0f3a9c21d4e8' } },
  decideRepair: { 'not-found': { runId: 'r9', actionId: 'a1', accept: true } },
  getReport: { 'no-run': { format: 'pretty' }, 'not-found': { runId: 'r9', format: 'pretty' } },
  getRun: { 'not-found': { runId: 'r9' } },
  deleteRun: { 'not-found': { runId: 'r9' } },
  getBackups: { 'not-found': { projectId: 'gone' } },
  restoreBackups: { 'not-found': { files: [{ file: 'gone.json' }] } },
  openProject: { 'not-found': { projectId: 'gone' } },
  deleteProject: { 'not-found': { projectId: 'gone', name: 'gone' }, conflict: { name: 'Store' } },
  createProject: { 'name-taken': { newProjectId: 'shop', name: 'Shop' } },
  getFolders: { 'not-found': { path: '/nowhere' } },
  openProjectFolder: { 'not-found': { path: '/nowhere' } },
  getLastResult: { 'not-found': { testCode: 't99' } },
  createToken: { 'name-taken': { name: 'write 1', access: 'read' } },
  revokeToken: { 'not-found': { token: 'gone' } },
};

/** Kinds that need a browser, a full disk or somebody else at the same record, and the spec that reaches them. */
export const ELSEWHERE: Record<string, string> = {
  'openIDE invalid-project': 'tests/server/tools/own-windows.spec.ts',
  'closeIDE not-found': 'tests/server/tools/own-windows.spec.ts',
  'generateCIScript not-found': 'tests/server/ci/scripts.spec.ts',
  'generateCIScript invalid-project': 'tests/server/ci/scripts.spec.ts',
  'generateCIUrl not-found': 'tests/server/ci/scripts.spec.ts',
  'generateCIUrl invalid-project': 'tests/server/ci/scripts.spec.ts',
  'generateCIUrl forbidden': 'tests/server/ci/scripts.spec.ts',
  'generateCIUrl rate-limited': 'tests/server/ci/scripts.spec.ts',
  'createSampleProject name-taken': 'tests/server/tools/projects.spec.ts',
  'openProjectFolder name-taken': 'tests/server/tools/projects.spec.ts',
  'openProjectFolder damaged-file': 'tests/server/tools/projects.spec.ts',
  'openProjectFolder project-locked': 'tests/server/tools/projects.spec.ts',
  'run-in-progress': 'tests/ide-bridge/runner/control.spec.ts',
  busy: 'tests/ide-bridge/runner/perform-action.spec.ts',
  'browser-missing': 'tests/ide-bridge/browser/browser-launcher.spec.ts',
  'locator-not-found': 'tests/ide-bridge/browser/app-window.spec.ts',
  'taken-over': 'tests/ide-bridge/live/take-over.spec.ts',
  'page-error': 'tests/ide-bridge/browser/app-window.spec.ts',
  'page-misbehaved': 'tests/ide-bridge/browser/misbehaving-pages.spec.ts',
  timeout: 'tests/ide-bridge/browser/app-window.spec.ts',
  'disk-full': 'tests/server/store/failing-writes.spec.ts',
  'read-only': 'tests/server/store/failing-writes.spec.ts',
  'not-paused': 'tests/server/tools/run-states.spec.ts',
  'already-paused': 'tests/server/tools/run-states.spec.ts',
  'getNetworkRequest not-found': 'tests/server/tools/network-log.spec.ts',
  'pickElement stopped': 'tests/ide-bridge/live/pick-element.spec.ts',
  'resumeTest not-found': 'tests/ide-bridge/runner/pausing.spec.ts',
  'resumeTest invalid-project': 'tests/ide-bridge/runner/edits-while-paused.spec.ts',
  'evaluateScopes not-found': 'tests/ide-bridge/runner/paused.spec.ts',
  'evaluateScopes invalid-project': 'tests/ide-bridge/runner/paused.spec.ts',
  'setScope not-found': 'tests/ide-bridge/runner/paused.spec.ts',
  'deleteRun damaged-file': 'tests/server/rpc/run-files.spec.ts',
  'openProject damaged-file': 'tests/server/tools/open-project.spec.ts',
  'openProject project-locked': 'tests/server/tools/open-project.spec.ts',
  'deleteProject project-locked': 'tests/server/tools/delete-project.spec.ts',
  'restoreBackups damaged-file': 'tests/server/tools/restore-backups.spec.ts',
  'restoreBackups project-locked': 'tests/server/tools/restore-backups.spec.ts',
  'getPictureDifferences damaged-file': 'tests/server/tools/pictures.spec.ts',
  'acceptPictures conflict': 'tests/server/tools/pictures.spec.ts',
  'acceptPictures damaged-file': 'tests/server/tools/pictures.spec.ts',
  'undoAcceptPictures conflict': 'tests/server/tools/pictures.spec.ts',
  'undoAcceptPictures damaged-file': 'tests/server/tools/pictures.spec.ts',
  'keepPerformedActions invalid-project': 'tests/server/tools/performed.spec.ts',
  'decideRepair conflict': 'tests/ide-bridge/runner/repairs.spec.ts',
  'ide-not-open': 'tests/server/tools/ide.spec.ts',
  'getReport damaged-file': 'tests/server/runs/run-archive.spec.ts',
  'runFeatures invalid-project': 'tests/server/runs/plan-scenarios.spec.ts',
  'importFeatures feature-server-failed': 'tests/server/test-management/import.spec.ts',
  'importFeatures stopped': 'tests/server/test-management/import.spec.ts',
  'pushFeatures not-found': 'tests/server/tools/feature-pushes.spec.ts',
  'pushFeatures read-only': 'tests/server/tools/feature-pushes.spec.ts',
  'pushFeatures feature-server-failed': 'tests/server/tools/feature-pushes.spec.ts',
  'pushFeatures stopped': 'tests/server/tools/feature-pushes.spec.ts',
  'pushFeatures busy': 'tests/server/feature-sync/change-features.spec.ts',
  'uploadResults invalid-project': 'tests/server/tools/uploads.spec.ts',
  'uploadResults feature-server-failed': 'tests/server/tools/uploads.spec.ts',
  'uploadResults stopped': 'tests/server/tools/uploads.spec.ts',
  'uploadResults damaged-file': 'tests/server/runs/run-archive.spec.ts',
  'uploadResults busy': 'tests/server/tools/uploads.spec.ts',
  'importFeatures busy': 'tests/server/feature-sync/change-features.spec.ts',
  'checkFeatureServer stopped': 'tests/server/test-management/check.spec.ts',
  'tryFeatureServer stopped': 'tests/server/test-management/try-settings.spec.ts',
  'redo conflict': 'tests/server/tools/undo.spec.ts',
};

/** The project that the calls are made in. */
export async function furnish({ author, colleague }: Shop): Promise<void> {
  await author.do('configureAuth', { method: 'state', roles: [{ role: 'customer' }] });
  await author.module('A');
  await author.module('B');
  await author.test('m1', 'One', { actions: [{ type: 'reload' }, { type: 'goBack' }] });
  await author.test('m2', 'Two', { actions: [{ type: 'plugTest', test: 't1' }] });
  await author.test('m2', 'Unbalanced');
  await author.do('createAction', { moduleCode: 'm2', testCode: 't3', type: 'if', condition: 'true' });
  await author.do('createVersion', { name: 'Next' });
  await author.do('deleteTest', { versionId: 'next', moduleCode: 'm1', testCode: 't1', force: true });
  await author.do('putFile', { path: 'users.json', text: '[]' });
  await author.do('putFile', { path: 'folder/a.txt', text: '' });
  await author.do('editTest', { ...place, data: { file: 'users.json' } });
  await author.do('createFeature', { name: 'Basket', file: 'basket' });
  await author.do('createFeature', { name: 'Pay', file: 'pay' });
  await author.environment('staging');
  await author.environment('live');
  const other = await colleague();
  await other.do('editEnvironment', { environmentCode: 'e2', items: [{ name: 'user', value: 'theirs' }] });
}
