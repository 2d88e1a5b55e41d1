import { z } from 'zod';
import { defineTool } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';

const CallView = z.strictObject({
  at: z.string().describe('ISO time at which it began'),
  tool: z.string(),
  by: z.string().describe('Name of the token, or "owner"'),
  ms: z.number().describe('How long it took; a job counts until its end'),
  outcome: z.string().describe('ok, or the stable word of the error'),
});

export const getRecentCalls = defineTool({
  name: 'getRecentCalls',
  group: 'project',
  scope: 'owner',
  title: 'List recent calls',
  summary:
    'List the last 500 calls of the project since it was opened, the last that ended first: which tool, by whom, when, how long, and how it ended. Never what they were called with, and not its own calls.',
  input: {
    ...LIST_FIELDS,
    ofPrograms: z
      .boolean()
      .optional()
      .describe('The last 500 of programs, which have a token, without those of people in the page or at the machine'),
  },
  output: z.strictObject({ calls: z.array(CallView), ...PAGE_FIELDS }),
  examples: [{}, { filter: 'createTest' }, { ofPrograms: true }],
  run(input, { project }) {
    const { items, ...page } = pageOf({
      all: project.recentCalls.list(input.ofPrograms),
      input,
      words: ({ tool, by, outcome }) => [tool, by, outcome],
      view: call => call,
    });
    return { calls: items, ...page };
  },
});
