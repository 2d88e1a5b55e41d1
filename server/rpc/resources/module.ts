import type { Resource } from '../calls/resource.ts';
import { suggestModules } from '../calls/suggestions.ts';

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
