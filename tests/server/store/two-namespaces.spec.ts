import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CompiledEntry, compiledEntry } from '../../support/compiled-entry.ts';
import { ownerOf } from '../../support/owner.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import {
  hasNamespaces,
  NEEDS_NAMESPACES,
  type SeparateService,
  separateService,
} from '../../support/separate-service.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { contentOf, expected, prepareWriters } from './crash/prepare-writers.ts';
import { picker, type Writer } from './crash/writer.ts';

/** What one machine sees of another that shares a folder with it: files, and nothing else. */
const canSeparate = await hasNamespaces();
const WRITERS = 16;
const SOON = 300;

let entry: CompiledEntry;
beforeAll(async () => {
  entry = await compiledEntry(join(import.meta.dirname, 'crash/serve-in-namespace.ts'));
});
afterAll(() => entry[Symbol.asyncDispose]());

const Reply = z.object({ error: z.object({ message: z.string(), data: z.looseObject({}) }) });

/** What the second service tells a writer. */
async function refusal({ apiUrl }: SeparateService, token: string) {
  const params = { name: 'createModule', arguments: { name: 'Refused' } };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return Reply.parse(await (await new ApiClient(apiUrl, token).post(call)).json()).error;
}

/** Lets writers work until so many edits are answered. */
async function work(writers: readonly Writer[], { apiUrl }: SeparateService, answers: number): Promise<void> {
  let answered = 0;
  const one = async (writer: Writer) => {
    while (answered < answers && (await writer.step(apiUrl))) answered += 1;
  };
  await Promise.all(writers.map(one));
}

async function expectNothingLost(workspace: string, writers: readonly Writer[], seed: number): Promise<void> {
  expect((await contentOf(join(workspace, 'shop'))).sort(), `seed ${seed}`).toEqual(expected(writers).sort());
  const codes = writers.flatMap(({ held }) => [...Object.keys(held.tests), ...Object.keys(held.modules)]);
  expect(new Set(codes).size).toBe(codes.length);
}

const seedOf = () => Number(process.env.STEPLOOM_SEED ?? Date.now() % 1_000_000);

describe.skipIf(!canSeparate)(
  `two services that share only a folder${canSeparate ? '' : `, ${NEEDS_NAMESPACES}`}`,
  () => {
    it('the second service is told who holds the project, and gets it once the first is killed', {
      tags: ['full'],
    }, async () => {
      await using workspace = await temporaryDirectory();
      const seed = seedOf();
      const writers = await prepareWriters(workspace.path, { seed, count: WRITERS });
      const wanted = { workspace: workspace.path, renewEveryMs: SOON };
      await using first = await separateService(entry, wanted);
      await using second = await separateService(entry, wanted);
      const said = await refusal(second, writers[0]?.token ?? '');
      expect(said.message).toContain(`process ${first.pid}`);
      expect(said.data).toMatchObject({ reason: 'forbidden' });
      await work(writers, first, 32);
      await expectNothingLost(workspace.path, writers, seed);

      await first.kill();
      await (await ownerOf(workspace.path)).do('openProject', { projectId: 'shop' });
      await work(writers, second, 32);
      await expectNothingLost(workspace.path, writers, seed);
    });

    it('a service that was stopped past its lease writes nothing any more, and nothing of the next one is lost', {
      tags: 'full',
    }, async () => {
      await using workspace = await temporaryDirectory();
      const seed = seedOf();
      await stopAndGoOn(workspace.path, { seed, answers: 30, renewEveryMs: SOON });
    });

    it('a service that was stopped in the middle of any write loses nothing of the next one', {
      tags: 'full',
      timeout: 300_000,
    }, async () => {
      const seed = seedOf();
      const pick = picker(seed);
      const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
      for (let time = 0; time < 12; time += 1) {
        await using workspace = await temporaryDirectory();
        await stopAndGoOn(workspace.path, { seed: seed + time, answers: pick(numbers) ?? 1, renewEveryMs: SOON });
      }
    });

    it('services in containers of their own, with the usual lease, refuse each other and take over from the dead', {
      tags: 'full',
      timeout: 120_000,
    }, async () => {
      await using workspace = await temporaryDirectory();
      const seed = seedOf();
      const writers = await prepareWriters(workspace.path, { seed, count: WRITERS });
      const wanted = { workspace: workspace.path, renewEveryMs: 5_000, alone: true };
      await using first = await separateService(entry, wanted);
      await work(writers, first, 50);
      await using second = await separateService(entry, wanted);
      // It is the first process of its container.
      expect((await refusal(second, writers[0]?.token ?? '')).message).toMatch(/ is open in process \d+ since /);
      await work(writers, first, 50);
      await first.kill();
      await using third = await separateService(entry, wanted);
      await work(writers, third, 50);
      await expectNothingLost(workspace.path, writers, seed);
    });
  },
);

interface Stop {
  seed: number;
  /** Edits that are answered before the stop. */
  answers: number;
  renewEveryMs: number;
}

/** Half of the writers meet a service that is stopped among their edits; the others work on the one that takes over. */
async function stopAndGoOn(workspace: string, { seed, answers, renewEveryMs }: Stop): Promise<void> {
  const writers = await prepareWriters(workspace, { seed, count: WRITERS });
  const [early, late] = [writers.slice(0, WRITERS / 2), writers.slice(WRITERS / 2)];
  await using first = await separateService(entry, { workspace, renewEveryMs });
  let answered = 0;
  const working = early.map(writer =>
    writer.write(first.apiUrl, () => {
      answered += 1;
      if (answered === answers) first.stop();
    }),
  );
  await using second = await afterStop(
    () => answered >= answers,
    () => separateService(entry, { workspace, renewEveryMs }),
  );
  await work(late, second, 40);
  first.goOn();
  await Promise.all([...working, work(late, second, 40)]);
  const { message, data } = await refusal(first, early[0]?.token ?? '');
  expect(message).toContain(`was taken over by process ${second.pid} `);
  expect(data).toMatchObject({ reason: 'project-locked' });
  await Promise.all(early.map(writer => writer.repeat(second.apiUrl)));
  await work(writers, second, 40);
  await expectNothingLost(workspace, writers, seed);
}

async function afterStop<T>(isStopped: () => boolean, start: () => Promise<T>): Promise<T> {
  while (!isStopped()) await delay(5);
  return start();
}
