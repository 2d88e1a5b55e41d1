import { z } from 'zod';
import { LinkParameters } from '../../model/feature/link.ts';
import { ModuleCode, TestCode } from '../../model/project/codes.ts';
import { suggestLinks as suggest } from '../feature-sync/suggest-links.ts';
import { defineTool } from './define-tool.ts';
import { versionOf } from './shared/version.ts';

const DEFAULT_LIMIT = 5;

export const suggestLinks = defineTool({
  name: 'suggestLinks',
  group: 'features',
  scope: 'read',
  title: 'Suggest links',
  summary:
    'List tests that the text of a step may mean, best first, by their names and by the steps linked to them. Nothing is linked by it.',
  input: {
    text: z.string().trim().min(1).max(10_000).describe('Text of the step without its keyword'),
    limit: z.number().int().min(1).max(50).optional().describe(`How many at most; default ${DEFAULT_LIMIT}`),
  },
  output: z.strictObject({
    suggestions: z.array(
      z.strictObject({
        moduleCode: ModuleCode,
        testCode: TestCode,
        name: z.string(),
        moduleName: z.string(),
        score: z.number().describe('0 to 1; 1: linked to a step that differs in its values alone'),
        like: z.string().optional().describe('The linked step that is most like it'),
        parameters: LinkParameters.optional().describe(
          'For linkStep: as that step has them, with the values of this one',
        ),
      }),
    ),
  }),
  errors: [],
  examples: [{ text: 'I buy 2 mugs' }],
  async run({ versionId, text, limit = DEFAULT_LIMIT }, context) {
    return { suggestions: await suggest(versionOf(context, versionId), { text, limit }) };
  },
});
