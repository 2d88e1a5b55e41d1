import { z } from 'zod';
import type { Author } from './author.ts';

const Imported = z.object({
  tests: z.array(
    z.object({ moduleCode: z.string(), testCode: z.string(), name: z.string(), notes: z.array(z.string()) }),
  ),
});
const Stored = z.object({
  tests: z.array(
    z.object({
      testCode: z.string(),
      browser: z.unknown().optional(),
      failOn: z.unknown().optional(),
      actors: z.unknown().optional(),
    }),
  ),
});

/** The actions of each test that a text comes to, without their ids, and what it says of browser and errors. */
export async function imported(author: Author, format: string, text: string | object) {
  const given = typeof text === 'string' ? text : JSON.stringify(text);
  const { tests } = await author.client.call('importTests', { format, text: given }, Imported);
  const { tests: stored } = await author.client.call('getTests', { limit: 1_000 }, Stored);
  return Promise.all(
    tests.map(async ({ moduleCode, testCode, ...told }) => ({
      ...told,
      testCode,
      browser: stored.find(test => test.testCode === testCode)?.browser,
      failOn: stored.find(test => test.testCode === testCode)?.failOn,
      actors: stored.find(test => test.testCode === testCode)?.actors,
      actions: (await author.actions({ moduleCode, testCode })).map(
        ({ actionId: _id, actionIndex: _index, ...fields }) => fields,
      ),
    })),
  );
}
