import { z } from 'zod';
import { DataValues, Name, VersionId } from '../../model/names/codes.ts';
import { findEnvironment } from '../../model/project/edits/environments.ts';
import { setOptional } from '../../model/project/edits/set-optional.ts';
import { AppUrl, type Project, ProjectSettings } from '../../model/project/project.ts';
import { toolsOf } from './define/define-tool.ts';
import { checkRevision, projectRecord } from './define/revision.ts';
import { editWholeProject, versionOf } from './define/version.ts';
import { ProjectView, projectView } from './project/project-view.ts';
import { refuseBrowserFault, refuseDataFaults } from './tests/test-edits.ts';

const defineTool = toolsOf('project');

const UndoReply = z.strictObject({
  title: z.string().describe('The edit, e.g. "createTest t5"'),
  by: z.string().describe('Who made it'),
});

const VersionFields = {
  any: z.boolean().optional().describe("Take others' edits too, not only your own"),
};

export const getProject = defineTool({
  name: 'getProject',
  scope: 'read',
  title: 'Get the project',
  summary: 'Get the name, the address of the application under test, the settings and the versions of the project.',
  output: z.strictObject({ project: ProjectView }),
  run: (_input, context) => ({ project: projectView(context.project) }),
});

const CHANGES = {
  name: Name.optional().describe('New name'),
  appUrl: AppUrl.nullish().describe('Address of the application under test'),
  defaultVersion: VersionId.optional().describe('Version of calls that name none'),
  defaultEnvironment: Name.nullish().describe('Environment of runs that name none, by code or name'),
  settings: ProjectSettings.optional().describe(
    'browser, timeouts, failOn (errors and requests that fail a test), evidence, retention, slowMoMs, workers, retries, isolation, sampleShop, features: {linkLike: true} lets imports link new steps that differ from linked ones only in values',
  ),
  data: DataValues.nullish().describe('Values that all tests read by name'),
};
type ProjectChanges = z.output<z.ZodObject<typeof CHANGES>>;

export const editProject = defineTool({
  name: 'editProject',
  scope: 'write',
  title: 'Edit the project',
  summary:
    'Change the fields of the project that are given. settings and data are merged by their top-level names; null removes an optional field.',
  input: {
    ...CHANGES,
    ifRevision: z.string().max(64).optional().describe('Refuse when the project has another revision by now'),
  },
  output: z.strictObject({ project: ProjectView }),
  errors: ['not-found', 'conflict'],
  examples: [{ appUrl: 'http://localhost:3000' }],
  async run({ ifRevision, versionId: _version, projectId: _project, ...changes }, context) {
    const { defaultVersion, defaultEnvironment, data } = changes;
    refuseDataFaults(data);
    refuseBrowserFault(changes.settings?.browser, 'settings.browser');
    if (defaultVersion !== undefined) versionOf(context, defaultVersion, 'defaultVersion');
    if (defaultEnvironment)
      findEnvironment(versionOf(context, defaultVersion), defaultEnvironment, 'defaultEnvironment');
    await editWholeProject(context, 'editProject', transaction => {
      checkRevision(context, projectRecord(transaction.content.project), ifRevision);
      changeProject(transaction.project(), changes);
    });
    return { project: projectView(context.project) };
  },
});

function changeProject(project: Project, changes: ProjectChanges): void {
  if (changes.name !== undefined) project.name = changes.name;
  setOptional(project, 'appUrl', changes.appUrl);
  if (changes.defaultVersion !== undefined) project.defaultVersion = changes.defaultVersion;
  setOptional(project, 'defaultEnvironment', changes.defaultEnvironment);
  if (changes.settings !== undefined) project.settings = { ...project.settings, ...changes.settings };
  setOptional(project, 'data', changes.data);
}

export const undo = defineTool({
  name: 'undo',
  scope: 'write',
  title: 'Undo an edit',
  summary:
    'Take back your newest edit in the version, and say which it was. Refused when others changed the same records since.',
  input: VersionFields,
  output: z.strictObject({ undone: UndoReply }),
  errors: ['nothing-to-undo', 'conflict'],
  async run({ versionId, any = false }, context) {
    const id = versionOf(context, versionId).version.versionId;
    const step = await context.project.store.undo({ versionId: id, actor: context.actor, any });
    return { undone: { title: step.title, by: step.actor.name } };
  },
});

export const redo = defineTool({
  name: 'redo',
  scope: 'write',
  title: 'Redo an edit',
  summary: 'Do the edit again that you undid last, and say which it was.',
  input: VersionFields,
  output: z.strictObject({ redone: UndoReply }),
  errors: ['nothing-to-undo', 'conflict'],
  async run({ versionId, any = false }, context) {
    const id = versionOf(context, versionId).version.versionId;
    const step = await context.project.store.redo({ versionId: id, actor: context.actor, any });
    return { redone: { title: step.title, by: step.actor.name } };
  },
});
