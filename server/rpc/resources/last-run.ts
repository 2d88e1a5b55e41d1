import type { Resource } from '../calls/resource.ts';

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
