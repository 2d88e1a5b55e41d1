import { z } from 'zod';
import { ProjectId } from '../../model/names/codes.ts';
import { defineTool } from './define/define-tool.ts';

export const deleteProject = defineTool({
  name: 'deleteProject',
  group: 'project',
  scope: 'owner',
  reach: 'workspace',
  title: 'Delete a project',
  summary:
    'Delete a project: its run is stopped, its browser closed, and its folder goes to the trash of the workspace, from where people can take it back. Its name must be given to confirm.',
  input: {
    name: z
      .string()
      .max(200)
      .describe('Name of the project, to confirm; of one that could not be opened, its projectId'),
  },
  output: z.strictObject({
    deleted: z.array(ProjectId),
    movedTo: z.string().describe('Folder that holds it now. To take it back, move that to where it was; openProject'),
  }),
  errors: ['not-found', 'conflict', 'project-locked', 'disk-full', 'read-only'],
  examples: [{ projectId: 'shop', name: 'Shop' }],
  hints: { destructive: true },
  async run({ projectId: given, name }, context) {
    const { workspace, bridge, page } = context;
    const projectId = given ?? context.project.projectId;
    const endWork = () => bridge.close(projectId, 'stopped because its project was deleted');
    const movedTo = await workspace.discard(projectId, { name, endWork });
    page.startPaths.delete(projectId);
    return { deleted: [projectId], movedTo };
  },
});
