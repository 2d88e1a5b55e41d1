import { z } from 'zod';
import { commitChoices } from '../runs/plan/changed-tests.ts';
import { ModuleHealth, projectHealth, TestsOfHealth } from '../runs/record/project-health.ts';
import { defineTool } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { versionOf } from './define/version.ts';

export const getHealth = defineTool({
  name: 'getHealth',
  group: 'runs',
  scope: 'read',
  title: 'Get the health',
  summary:
    'Get how the tests of a version are doing: its modules by their last 20 runs, tests that fail, flaky and slow ones.',
  input: {
    withCommits: z.boolean().optional().describe('Whether to list branches and commits for changedSince of runTests'),
    ...LIST_FIELDS,
  },
  output: TestsOfHealth.extend({
    modules: z.array(ModuleHealth).describe('Those with tests, the worst first'),
    commits: z
      .array(z.strictObject({ name: z.string(), title: z.string() }))
      .optional()
      .describe('Branches and the last commits, with withCommits; none outside of git'),
    ...PAGE_FIELDS,
  }),
  async run({ versionId, withCommits, ...input }, context) {
    const { project, signal } = context;
    const { modules, ...tests } = await projectHealth(project.runs, versionOf(context, versionId));
    const words = ({ name, moduleCode }: (typeof modules)[number]) => [name, moduleCode];
    const { items, ...page } = pageOf({ all: modules, input, words, view: module => module });
    const commits = withCommits ? { commits: await commitChoices(project.folder, signal) } : {};
    return { ...tests, modules: items, ...commits, ...page };
  },
});
