import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { Name, VersionId } from '../../model/names/codes.ts';
import type { ProjectContent, VersionContent } from '../../model/project/version-content.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { LIST_FIELDS, PAGE_FIELDS, pageOf } from './define/paging.ts';
import { editWholeProject, versionOf } from './define/version.ts';

const defineTool = toolsOf('project');

const VersionView = z.strictObject({
  versionId: VersionId,
  name: z.string(),
  madeFrom: VersionId.optional(),
  isDefault: z.boolean(),
  moduleCount: z.number().int(),
  testCount: z.number().int(),
});

function versionView(content: VersionContent, defaultVersion: string): z.input<typeof VersionView> {
  const { versionId, name, madeFrom } = content.version;
  let testCount = 0;
  for (const module of content.modules.values()) testCount += module.tests.length;
  return {
    versionId,
    name,
    madeFrom,
    isDefault: versionId === defaultVersion,
    moduleCount: content.modules.size,
    testCount,
  };
}

const VersionReply = z.strictObject({ version: VersionView });

const view = (context: ToolContext, content: VersionContent) =>
  versionView(content, context.project.store.content.project.defaultVersion);

function refuseTakenName(versions: ProjectContent['versions'], name: string, except?: string): void {
  for (const { version } of versions.values())
    if (version.name.toLowerCase() === name.toLowerCase() && version.versionId !== except)
      throw new AppError('name-taken', `Version ${version.versionId} has the name "${name}" already.`, {
        field: 'name',
      });
}

/** `Release 2.0` becomes `release-2-0`. */
function idFromName(name: string, taken: ReadonlyMap<string, unknown>): VersionId {
  const slug =
    name
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'version';
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  return VersionId.parse(id);
}

export const getVersions = defineTool({
  name: 'getVersions',
  scope: 'read',
  title: 'List versions',
  summary: 'List the versions of the project, each with its number of modules and tests. "main" is the main line.',
  input: LIST_FIELDS,
  output: z.strictObject({ versions: z.array(VersionView), ...PAGE_FIELDS }),
  run(input, context) {
    const { items, ...page } = pageOf({
      all: [...context.project.store.content.versions.values()],
      input,
      words: ({ version }) => [version.name, version.versionId],
      view: content => view(context, content),
    });
    return { versions: items, ...page };
  },
});

export const createVersion = defineTool({
  name: 'createVersion',
  scope: 'write',
  title: 'Create a version',
  summary: 'Create a version as a copy of another one (default: the default version). Codes stay the same in the copy.',
  input: { name: Name.describe('Unique, e.g. "Release 2.0"'), from: VersionId.optional().describe('Version to copy') },
  output: VersionReply,
  errors: ['not-found', 'name-taken'],
  examples: [{ name: 'Release 2.0', from: 'main' }],
  async run({ name, from, versionId }, context) {
    const source = versionOf(context, from ?? versionId, from === undefined ? 'versionId' : 'from').version.versionId;
    const id = await context.project.store.change({
      versionId: undefined,
      actor: context.actor,
      title: 'createVersion',
      edit: transaction => {
        const { versions } = transaction.content;
        if (!versions.has(source)) throw new AppError('not-found', `No version "${source}".`, { field: 'from' });
        refuseTakenName(versions, name);
        const made = idFromName(name, versions);
        transaction.copyVersion(source, { format: 1, versionId: made, name, madeFrom: source });
        return made;
      },
      label: made => made,
    });
    return { version: view(context, versionOf(context, id)) };
  },
});

export const editVersion = defineTool({
  name: 'editVersion',
  scope: 'write',
  title: 'Edit a version',
  summary: 'Rename a version. Its id stays.',
  input: { versionId: VersionId.describe('The version'), name: Name.describe('New name') },
  output: VersionReply,
  errors: ['not-found', 'name-taken'],
  examples: [{ versionId: 'release-2-0', name: 'Release 2' }],
  async run({ versionId, name }, context) {
    versionOf(context, versionId);
    await editWholeProject(context, `editVersion ${versionId}`, transaction => {
      refuseTakenName(transaction.content.versions, name, versionId);
      transaction.version(versionId).draftVersion().name = name;
    });
    return { version: view(context, versionOf(context, versionId)) };
  },
});

export const deleteVersion = defineTool({
  name: 'deleteVersion',
  scope: 'write',
  title: 'Delete a version',
  summary:
    'Delete a version with all its modules and tests. The default version cannot be deleted. undo brings it back.',
  input: { versionId: VersionId.describe('The version') },
  output: z.strictObject({ deleted: z.array(z.string()) }),
  errors: ['not-found', 'in-use'],
  examples: [{ versionId: 'release-2-0' }],
  hints: { destructive: true },
  async run({ versionId }, context) {
    versionOf(context, versionId);
    await editWholeProject(context, `deleteVersion ${versionId}`, transaction => {
      refuseDefault(transaction.content, versionId);
      transaction.removeVersion(versionId);
    });
    return { deleted: [versionId] };
  },
});

function refuseDefault({ project, versions }: ProjectContent, versionId: VersionId): void {
  if (!versions.has(versionId)) throw new AppError('not-found', `No version "${versionId}".`, { field: 'versionId' });
  if (versionId !== project.defaultVersion) return;
  const message = `"${versionId}" is the project's default version; make another one the default first.`;
  throw new AppError('in-use', message, { next: 'editProject' });
}
