import { z } from 'zod';
import type { Author } from './author.ts';

const Imported = z.object({
  tests: z.array(
    z.object({ moduleCode: z.string(), testCode: z.string(), name: z.string(), notes: z.array(z.string()) }),
  ),
});
/** The actions of each test that a text comes to, without their ids. */
export async function imported(author: Author, format: string, text: string | object) {
  const given = typeof text === 'string' ? text : JSON.stringify(text);
  const { tests } = await author.client.call('importTests', { format, text: given }, Imported);
  return Promise.all(
    tests.map(async ({ moduleCode, testCode, ...told }) => ({
      ...told,
      testCode,
      actions: (await author.actions({ moduleCode, testCode })).map(
        ({ actionId: _id, actionIndex: _index, ...fields }) => fields,
      ),
    })),
  );
}
