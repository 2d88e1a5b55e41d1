import { z } from 'zod';
import { VersionId } from '../../model/project/codes.ts';
import { renumberTwins } from '../../model/project/edits/renumber-twins.ts';
import { AppError } from '../../model/protocol/errors.ts';
import { defineTool } from './define-tool.ts';
import { ProjectView, projectView } from './shared/project-view.ts';

export const openProject = defineTool({
  name: 'openProject',
  group: 'project',
  scope: 'owner',
  title: 'Open a project',
  summary:
    'Open a project that could not be opened before, or whose disk has failed, as its files are now. One that is open and well stays as it is. The list of edits to undo begins anew.',
  input: {},
  output: z.strictObject({ project: ProjectView }),
  errors: ['not-found', 'damaged-file', 'project-locked'],
  examples: [{ projectId: 'shop' }],
  async run({ projectId }, context) {
    if (projectId === undefined)
      throw new AppError('invalid-params', '"projectId" is missing; it names the project.', { field: 'projectId' });
    return { project: projectView(await context.workspace.reopen(projectId)) };
  },
});

const RepairView = z.strictObject({
  versionId: VersionId,
  text: z.string().describe('What has another code now, e.g. "m3.t57 is m3.t91 now"'),
  rewritten: z.array(z.string()).describe('Places that used it and were rewritten'),
  unchanged: z.array(z.string()).describe('Places that say what they said; to be checked'),
});

export const repairProject = defineTool({
  name: 'repairProject',
  group: 'project',
  scope: 'owner',
  title: 'Repair the project',
  summary:
    'Change codes that several things of a version have, as a merge may leave them: all but the first get others.',
  input: {},
  output: z.strictObject({ repaired: z.array(RepairView) }),
  errors: ['read-only'],
  examples: [{}],
  async run(_input, { project: { store }, actor }) {
    await store.reload();
    const repaired = await store.change({
      versionId: undefined,
      actor,
      title: 'repairProject',
      edit: transaction =>
        [...transaction.content.versions.values()].flatMap(({ version: { versionId } }) =>
          renumberTwins(transaction.version(versionId), transaction).map(change => ({ versionId, ...change })),
        ),
    });
    return { repaired };
  },
});
