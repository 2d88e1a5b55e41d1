/** Calls on the project that `FURNISH` makes: of one file and several, with secrets and without, with a key. */
export type Call = readonly [tool: string, args: object];

const place = { moduleCode: 'm1', testCode: 't1' };
const secret = (value: string) => [{ name: 'password', kind: 'secret', value }];

export const FURNISH: readonly Call[] = [
  ['createModule', { name: 'A' }],
  ['createModule', { name: 'Below', parentModule: 'm1' }],
  ['createModule', { name: 'Other' }],
  ['createTest', { moduleCode: 'm1', name: 'One', actions: [{ type: 'reload' }, { type: 'goForward' }] }],
  ['createTest', { moduleCode: 'm2', name: 'Two' }],
  ['createEnvironment', { name: 'staging', items: secret('first-Secret') }],
  ['createVersion', { name: 'Spare' }],
];

export const EDITS: readonly Call[] = [
  ['deleteModule', { moduleCode: 'm1', force: true }],
  ['createTest', { moduleCode: 'm1', name: 'New', idempotencyKey: 'key' }],
  ['editTest', { ...place, newModuleCode: 'm3' }],
  ['createAction', { ...place, type: 'goBack' }],
  ['createEnvironment', { name: 'live', items: secret('third-Secret') }],
  ['editEnvironment', { environmentCode: 'e1', items: secret('second-Secret') }],
  ['editEnvironment', { environmentCode: 'e1', name: 'renamed', items: secret('second-Secret') }],
  ['deleteEnvironment', { environmentCode: 'e1' }],
  ['createVersion', { name: 'Next' }],
  ['deleteVersion', { versionId: 'spare' }],
  ['configureAuth', { method: 'basic', roles: [{ role: 'customer', username: 'ann', password: 'fifth-Secret' }] }],
];
