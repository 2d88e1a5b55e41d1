import { z } from 'zod';
import { ActionId, ModuleCode, TestCode } from '../../model/names/codes.ts';
import { excerptOf, SEARCH_KINDS, searchVersion, wordsIn } from '../../model/project/search.ts';
import { defineTool } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { versionOf } from './define/version.ts';

const { limit, cursor } = LIST_FIELDS;

const HitView = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  moduleCode: ModuleCode.optional(),
  testCode: TestCode.optional(),
  actionIndex: z.number().int().optional(),
  actionId: ActionId.optional(),
  environmentCode: z.string().optional(),
  name: z.string().describe('Of the item, or of the test that the action is in'),
  field: z.string().describe('e.g. name, locator or values[1]'),
  excerpt: z.string(),
});

export const search = defineTool({
  name: 'search',
  group: 'project',
  scope: 'read',
  title: 'Search the project',
  summary:
    'Get the places of the version that hold all of the given words, ignoring case: names, comments, tags, fields of actions, data, environments. A code such as t57 finds the test and what plugs it in.',
  input: {
    text: z
      .string()
      .max(200)
      .refine(text => wordsIn(text).length > 0, 'at least one word')
      .describe('Words, or parts of them'),
    kinds: z
      .array(z.enum(SEARCH_KINDS))
      .min(1)
      .max(SEARCH_KINDS.length)
      .optional()
      .describe(`Only these: ${SEARCH_KINDS.join(', ')}`),
    limit,
    cursor,
  },
  output: z.strictObject({ hits: z.array(HitView), ...PAGE_FIELDS }),
  errors: ['not-found'],
  examples: [{ text: 'basket' }, { text: 'sign in', kinds: ['test', 'action'] }],
  run({ versionId, text, kinds = [...SEARCH_KINDS], ...input }, context) {
    const content = versionOf(context, versionId);
    const words = wordsIn(text);
    const { items, ...page } = pageOf({
      all: searchVersion(content, { text, kinds: new Set(kinds) }),
      input,
      words: () => [],
      view: ({ place, field, text: found }) => ({ ...place, field, excerpt: excerptOf(found, words) }),
    });
    return { hits: items, ...page };
  },
});
