// @module-tag full
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '../../../../server/main.ts';
import { projectText } from '../../../support/project-text.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { contentOf, describeContent, expected, prepareWriters } from './prepare-writers.ts';

const CLIENTS = 50;
const CALLS = Number(process.env.STEPLOOM_CALLS ?? 10);

it(`${CLIENTS} clients with ${CALLS} mixed edits each lose none, and memory and files agree`, {
  timeout: 1_800_000,
}, async () => {
  await using workspace = await temporaryDirectory();
  const seed = Number(process.env.STEPLOOM_SEED ?? Date.now() % 1_000_000);
  const writers = await prepareWriters(workspace.path, { seed, count: CLIENTS });
  const folder = join(workspace.path, 'shop');
  const limits = { requestsPerSecond: 100_000, requestBurst: 100_000 };
  const service = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent', limits });
  try {
    const apiUrl = `${service.url}/api/mcp`;
    const work = writers.map(async writer => {
      for (let call = 0; call < CALLS; call += 1) expect(await writer.step(apiUrl)).toBe(true);
    });
    await Promise.all(work);
    const wanted = expected(writers).sort();
    const { store } = service.workspace.projects()[0] ?? expect.fail('the project is not open');
    expect(describeContent(store.content, store.secrets).sort(), `seed ${seed}`).toEqual(wanted);
    expect((await contentOf(folder)).sort(), `seed ${seed}`).toEqual(wanted);
  } finally {
    await service.dispose();
  }
  const files = await projectText(folder);
  const again = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent' });
  await again.dispose();
  expect(await projectText(folder)).toBe(files);
});
