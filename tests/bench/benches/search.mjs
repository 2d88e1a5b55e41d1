import { timed } from '../support/api-client.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { largeModules, PROJECT_ID, writeProject } from '../support/write-project.mjs';

const CALLS_PER_ROUND = 10;

/** What takes most: a word in every action, one in a single action, one in none; and two versions that differ in a test. */
const CALLS = {
  'search, 60,000 hits': ['search', { text: 'order' }],
  'search, 1 hit': ['search', { text: 'order-7777-total' }],
  'search, no hit': ['search', { text: 'nowhere at all' }],
  compareVersions: ['compareVersions', { from: 'main', to: 'next' }],
};

/** Reads that look through a whole project of 10,000 tests. */
export const search = {
  title: 'Search and compare 10,000 tests of 10 actions',
  async measure({ rounds }) {
    const workspace = await temporaryWorkspace();
    await writeProject(workspace.folder, largeModules(100, 100));
    const service = await startService(workspace.folder, PROJECT_ID);
    const { client } = service;
    const values = Object.fromEntries(Object.keys(CALLS).map(what => [what, []]));
    try {
      await client.call('createVersion', { name: 'Next' });
      await client.call('editTest', { moduleCode: 'm50', testCode: 't5000', versionId: 'next', name: 'Other' });
      for (let call = 0; call < rounds * CALLS_PER_ROUND; call += 1)
        for (const [what, args] of Object.entries(CALLS))
          values[what].push((await timed(() => client.call(...args))).ms);
    } finally {
      await service.close();
      await workspace.remove();
    }
    return Object.entries(values).map(([what, taken]) => ({ what, unit: 'ms', values: taken }));
  },
};
