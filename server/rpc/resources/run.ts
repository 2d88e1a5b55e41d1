import type { Resource } from '../calls/resource.ts';
import { suggestRuns } from '../calls/suggestions.ts';

export const run: Resource = {
  uri: 'steploom://runs/{runId}',
  name: 'run',
  title: 'Results of a run',
  description: 'The results of a stored run, without what passed',
  mimeType: 'application/json',
  read: async ({ call }, { runId }) => JSON.stringify(await call('getTestResults', { runId, detail: 'failures' })),
  suggest: (_name, context) => suggestRuns(context),
};
