import { z } from 'zod';
import { Name, ProjectId, SAMPLE_PROJECT_ID } from '../../model/names/codes.ts';
import { AppUrl } from '../../model/project/project.ts';
import { RunSummary } from '../runs/record/run-summary.ts';
import { copySampleProject } from '../sample/copy-sample-project.ts';
import { viewFolder } from '../workspace/folders.ts';
import { linkProject } from '../workspace/link-project.ts';
import type { OpenProject } from '../workspace/workspace.ts';
import { toolsOf } from './define/define-tool.ts';
import { ProjectView, projectView } from './project/project-view.ts';

const defineTool = toolsOf('project');

const Count = z.number().int();

const ListedProject = z.strictObject({
  projectId: ProjectId,
  name: z.string(),
  folder: z.string(),
  toolApi: z.boolean(),
  hasPassword: z.boolean(),
  modules: Count.describe('Of the default version, as tests and features are'),
  tests: Count,
  features: Count,
  lastRun: RunSummary.optional(),
});

async function listedProject({ projectId, folder, store, tokens, password, runs }: OpenProject) {
  const { project, versions } = store.content;
  const version = versions.get(project.defaultVersion);
  const modules = [...(version?.modules.values() ?? [])];
  const [newest] = await runs.list();
  const lastRun = newest && (await runs.summary(newest));
  return {
    projectId,
    name: project.name,
    folder,
    toolApi: tokens.enabled,
    hasPassword: password.isSet,
    modules: modules.length,
    tests: modules.reduce((sum, { tests }) => sum + tests.length, 0),
    features: version?.featureFiles.length ?? 0,
    lastRun,
  };
}

export const getProjects = defineTool({
  name: 'getProjects',
  scope: 'owner',
  reach: 'workspace',
  title: 'List projects',
  summary:
    'List the projects of the workspace, how much is in them and how they ran last, and those that could not be opened with the reason.',
  output: z.strictObject({
    projects: z.array(ListedProject),
    closed: z.array(z.strictObject({ projectId: z.string(), reason: z.string() })),
  }),
  run: async (_input, { workspace }) => ({
    projects: await Promise.all(workspace.projects().map(listedProject)),
    closed: workspace.closed().map(({ projectId, error }) => ({ projectId, reason: error.message })),
  }),
});

export const createProject = defineTool({
  name: 'createProject',
  scope: 'owner',
  reach: 'workspace',
  title: 'Create a project',
  summary: 'Create an empty project in the workspace.',
  input: {
    newProjectId: ProjectId.describe('Its id and folder name'),
    name: Name.describe('What people call it'),
    appUrl: AppUrl.optional().describe('Address of the application under test'),
  },
  output: z.strictObject({ project: ProjectView }),
  errors: ['name-taken', 'disk-full', 'read-only'],
  examples: [{ newProjectId: 'shop', name: 'Shop', appUrl: 'http://localhost:3000' }],
  async run({ newProjectId, name, appUrl }, context) {
    const project = await context.workspace.create({ projectId: newProjectId, name, appUrl });
    return { project: projectView(project) };
  },
});

export const createSampleProject = defineTool({
  name: 'createSampleProject',
  scope: 'owner',
  reach: 'workspace',
  title: 'Create the sample project',
  summary: 'Put a copy of the sample project into the workspace, with a shop of its own that works offline.',
  output: z.strictObject({ project: ProjectView }),
  errors: ['name-taken'],
  async run(_input, { workspace }) {
    await copySampleProject(workspace.folder);
    return { project: projectView(await workspace.reopen(SAMPLE_PROJECT_ID)) };
  },
});

const Folder = {
  name: z.string(),
  path: z.string(),
  isProject: z.boolean().describe('Whether it has a project.json'),
};

export const getFolders = defineTool({
  name: 'getFolders',
  scope: 'owner',
  reach: 'workspace',
  title: 'List folders',
  summary: 'List the folders in a folder of this machine, and which of them hold a project, to open one.',
  input: { path: z.string().min(1).max(4_096).default('~').describe('Whole path; `~` is your home') },
  output: z.strictObject({
    ...Folder,
    parent: z.string().optional(),
    folders: z.array(z.strictObject(Folder)),
    omitted: Count.optional().describe('How many more there are'),
  }),
  errors: ['not-found'],
  examples: [{}, { path: '/home/ann' }],
  run: ({ path }) => viewFolder(path),
});

export const openProjectFolder = defineTool({
  name: 'openProjectFolder',
  scope: 'owner',
  reach: 'workspace',
  title: 'Open a project folder',
  summary: 'Open a project whose folder is elsewhere on this machine: the workspace gets a link to it.',
  input: { path: z.string().min(1).max(4_096).describe('Whole path of a folder with a project.json') },
  output: z.strictObject({ project: ProjectView }),
  errors: ['not-found', 'name-taken', 'damaged-file', 'project-locked', 'disk-full', 'read-only'],
  examples: [{ path: '/home/ann/shop-tests' }],
  async run({ path }, { workspace }) {
    return { project: projectView(await workspace.reopen(await linkProject(workspace.folder, path))) };
  },
});
