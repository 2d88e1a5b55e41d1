import { actionReference } from '../../guide/action-reference.ts';
import { guideText } from '../../guide/guide.ts';
import type { Resource } from '../calls/resource.ts';
import { suggestModules, suggestRuns } from '../calls/suggestions.ts';

export const actions: Resource = {
  uri: 'steploom://actions',
  name: 'actions',
  title: 'Kinds of action',
  description: 'Every kind of action with its fields, and the matchers of assert',
  mimeType: 'text/markdown',
  read: async () => actionReference(),
};

export const guide: Resource = {
  uri: 'steploom://guide',
  name: 'guide',
  title: 'How to write tests',
  description: 'The recipe for a test, locators, values, blocks, and what to do when an action fails',
  mimeType: 'text/markdown',
  read: async () => guideText(),
};

export const lastRun: Resource = {
  uri: 'steploom://runs/last',
  name: 'last-run',
  title: 'Last run',
  description: 'The results of the last run, without what passed',
  mimeType: 'application/json',
  isThere: ({ call }) =>
    call('getTestResults', { detail: 'failures', limit: 1 }).then(
      () => true,
      () => false,
    ),
  read: async ({ call }) => JSON.stringify(await call('getTestResults', { detail: 'failures' })),
};

export const module: Resource = {
  uri: 'steploom://modules/{moduleCode}',
  name: 'module',
  title: 'Tests of a module',
  description: 'The tests of a module with their actions',
  mimeType: 'application/json',
  read: async ({ call }, { moduleCode }) =>
    JSON.stringify(await call('getTests', { moduleCode, includeActions: true })),
  suggest: (_name, context) => suggestModules(context),
};

export const projectMap: Resource = {
  uri: 'steploom://project',
  name: 'project',
  title: 'Map of the project',
  description: 'The project with its environments, and its modules with their tests',
  mimeType: 'application/json',
  async read({ call }) {
    const [project, environments, modules] = await Promise.all([
      call('getProject', {}),
      call('getEnvironments', {}),
      call('getModules', { includeTests: true }),
    ]);
    return JSON.stringify(Object.assign({}, project, environments, modules));
  },
};

export const run: Resource = {
  uri: 'steploom://runs/{runId}',
  name: 'run',
  title: 'Results of a run',
  description: 'The results of a stored run, without what passed',
  mimeType: 'application/json',
  read: async ({ call }, { runId }) => JSON.stringify(await call('getTestResults', { runId, detail: 'failures' })),
  suggest: (_name, context) => suggestRuns(context),
};
