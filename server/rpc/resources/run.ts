import { suggestRuns } from '../suggestions.ts';
import type { Resource } from './resource.ts';

export const run: Resource = {
  uri: 'steploom://runs/{runId}',
  name: 'run',
  title: 'Results of a run',
  description: 'The results of a stored run, without what passed',
  mimeType: 'application/json',
  read: async ({ call }, { runId }) => JSON.stringify(await call('getTestResults', { runId, detail: 'failures' })),
  suggest: (_name, context) => suggestRuns(context),
};
