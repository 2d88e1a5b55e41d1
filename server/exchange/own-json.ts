import { z } from 'zod';
import { readJson, type TestDraft, wrongText } from '../../model/exchange/test-drafts.ts';
import { TestActors } from '../../model/project/actor.ts';
import type { Exporter } from './exported-test.ts';

const Own = z.union([
  z.object({
    tests: z.array(z.looseObject({ name: z.string(), actions: z.array(z.looseObject({ type: z.string() })) })).min(1),
  }),
  z
    .looseObject({ name: z.string(), actions: z.array(z.looseObject({ type: z.string() })) })
    .transform(test => ({ tests: [test] })),
]);

export function importOwn(text: string): TestDraft[] {
  const read = Own.safeParse(readJson(text, 'an exported test'));
  if (!read.success) throw wrongText('This is not an exported test: it has no name and actions.');
  return read.data.tests.map(({ name, actions, actors }) => {
    const known = TestActors.optional().safeParse(actors);
    return {
      name,
      actions: actions.map(({ actionId: _actionId, ...action }) => action),
      notes: known.success ? [] : ['Its actors are left out: they cannot be read.'],
      ...(known.data === undefined ? {} : { actors: known.data }),
    };
  });
}

export const exportOwn: Exporter = ({ test }) => {
  const { name, type, comment, tags, actors, parameters, data, actions } = test;
  const bare = actions.map(({ actionId: _actionId, ...action }) => action);
  return {
    text: `${JSON.stringify({ name, type, comment, tags, actors, parameters, data, actions: bare }, null, 2)}\n`,
    extension: 'json',
    notes: [],
  };
};
