import { expect, it } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Shop</title>' });

const ActionTold = z.object({ event: z.object({ kind: z.literal('inner-action-finished') }) });

const PLUGS = 8;
const LEVELS = 3;

/** A test that comes to hundreds of actions, none of which waits for anything. */
async function writeTree(): Promise<string> {
  let below = await runner.write([{ type: 'comment', text: 'A leaf' }]);
  for (let level = 0; level < LEVELS; level++) {
    const plug = { type: 'plugTest', test: below };
    below = await runner.write({ name: `Level ${level}`, actions: Array.from({ length: PLUGS }, () => plug) });
  }
  return below;
}

it('calls of another project are answered while a run performs hundreds of actions that wait for nothing', {
  tags: ['full'],
}, async () => {
  const { service } = runner.app;
  const other = await service.workspace.create({ projectId: ProjectId.parse('other'), name: 'Other' });
  await other.tokens.setEnabled(true);
  const { value } = await other.tokens.create({ name: 'other', access: 'read' });
  const client = new ApiClient(`${service.url}/api/mcp`, value);
  const testId = await writeTree();
  const { ide } = runner.app;
  await ide?.request('project/open', { projectId: 'shop' });
  const actionsTold = () => ide?.notices.filter(({ params }) => ActionTold.safeParse(params).success).length ?? 0;
  await runner.call('runTest', { testId });
  const seen = new Set<number>();
  while (actionsTold() < PLUGS ** LEVELS) {
    await client.call('getModules', {}, z.unknown());
    seen.add(actionsTold());
  }
  // At its start, at its end, and in between.
  expect(seen.size).toBeGreaterThanOrEqual(5);
  await runner.until(({ state }) => state === 'passed');
});
