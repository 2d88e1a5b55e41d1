import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { VersionId } from '../../model/names/codes.ts';
import { renumberDuplicates } from '../../model/project/edits/renumber-duplicates.ts';
import { toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { editWholeProject } from './define/version.ts';
import { ProjectView, projectView } from './project/project-view.ts';

const defineTool = toolsOf('project');

export const openProject = defineTool({
  name: 'openProject',
  scope: 'owner',
  title: 'Open a project',
  summary:
    'Open a project that could not be opened before, or whose disk has failed, as its files are now. One that is open and healthy stays as it is. The undo history starts again.',
  output: z.strictObject({ project: ProjectView }),
  errors: ['not-found', 'damaged-file', 'project-locked'],
  examples: [{ projectId: 'shop' }],
  async run({ projectId }, context) {
    if (projectId === undefined)
      throw new AppError('invalid-params', '"projectId" is missing; it names the project.', { field: 'projectId' });
    return { project: projectView(await context.workspace.reopen(projectId)) };
  },
});

const BackupView = z.strictObject({
  file: z.string().describe('File within the project'),
  backup: z.number().int().describe('Number of the backup; higher is newer'),
  writtenAt: z.string().describe('When this content was written'),
  sizeBytes: z.number().int(),
});

const FileName = z.string().min(1).max(500).describe('e.g. versions/main/modules/m1.json');

export const getBackups = defineTool({
  name: 'getBackups',
  scope: 'owner',
  title: 'List backups',
  summary:
    'List the earlier contents of project files that are kept, newest first, also of a project that cannot be opened.',
  input: { file: FileName.optional().describe('Only those of this file'), ...LIST_FIELDS },
  output: z.strictObject({ backups: z.array(BackupView), ...PAGE_FIELDS }),
  errors: ['not-found'],
  examples: [{ file: 'versions/main/modules/m1.json' }],
  async run(input, context) {
    const { list } = await context.workspace.backups(input.projectId ?? context.project.projectId);
    const { items, ...page } = pageOf({
      all: (await list()).filter(({ file }) => input.file === undefined || file === input.file),
      input,
      words: ({ file }) => [file],
      view: backup => backup,
    });
    return { backups: items, ...page };
  },
});

export const restoreBackups = defineTool({
  name: 'restoreBackups',
  scope: 'owner',
  title: 'Restore backups',
  summary:
    'Restore project files from their backups, all or none; the current content becomes the newest backup. Also accepts a backup that is used for a damaged file.',
  input: {
    files: z
      .array(
        z.strictObject({
          file: FileName,
          backup: z.number().int().min(1).optional().describe('Default: the newest that can be read'),
        }),
      )
      .min(1)
      .max(1_000)
      .describe('[{file, backup}]'),
  },
  output: z.strictObject({ restored: z.array(BackupView.pick({ file: true, backup: true })) }),
  errors: ['not-found', 'damaged-file', 'project-locked'],
  examples: [{ files: [{ file: 'versions/main/modules/m1.json' }] }],
  async run({ projectId: given, files }, context) {
    const projectId = given ?? context.project.projectId;
    const { restore } = await context.workspace.backups(projectId);
    const restored = await restore(files);
    // A project that was closed because of these files may open now; if not, it is listed with the reason.
    await context.workspace.reopen(projectId).catch(() => undefined);
    return { restored };
  },
});

const RepairView = z.strictObject({
  versionId: VersionId,
  text: z.string().describe('What has another code now, e.g. "m3.t57 is m3.t91 now"'),
  rewritten: z.array(z.string()).describe('Places that used it and were rewritten'),
  unchanged: z.array(z.string()).describe('Places left unchanged; check them'),
});

export const repairProject = defineTool({
  name: 'repairProject',
  scope: 'owner',
  title: 'Repair the project',
  summary:
    'Change codes that several things of a version have, as a merge may leave them: all but the first get others.',
  output: z.strictObject({ repaired: z.array(RepairView) }),
  errors: ['read-only'],
  async run(_input, { project, actor }) {
    await project.store.reload();
    const repaired = await editWholeProject({ project, actor }, 'repairProject', transaction =>
      [...transaction.content.versions.values()].flatMap(({ version: { versionId } }) =>
        renumberDuplicates(transaction.version(versionId), transaction).map(change => ({ versionId, ...change })),
      ),
    );
    return { repaired };
  },
});
