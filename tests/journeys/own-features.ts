/** Our own features, run by one Steploom against another. */
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ProjectId, SAMPLE_PROJECT_ID } from '../../model/names/codes.ts';
import { startService } from '../../server/main.ts';
import { copySampleProject } from '../../server/sample/copy-sample-project.ts';
import { openIdePage, signIn } from '../support/ide-page.ts';
import { ApiClient, startSteploom } from '../support/running-steploom.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { linkOf } from '../support/test-app.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OWN_FEATURES = join(ROOT, 'features');
const OWN = ProjectId.parse('steploom');
const FEATURES_FOLDER = 'versions/main/features';
const LOOK_EVERY_MS = 300;
const NO_FEATURES_FILTER = 'filter=10003';

/** A Steploom under test. */
export interface TestedSteploom {
  url: string;
  /** Signs a browser in, once. */
  signInUrl: string;
}

/** The page asks the tools for everything: what these are called there decides whether it works. */
const TOOLS_OF_FLOWS = /\b(tryFeatureServer|importFeatures|linkStep|deleteTest|runFeatures|uploadResults)\b/g;

/** A copy of the program whose page calls tools that are not there. Resolves with what starts it. */
export async function brokenCopy(folder: string): Promise<string> {
  for (const part of ['bin', 'dist', 'package.json', 'server/sample/project'])
    await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const assets = join(folder, 'dist/ide/assets');
  for (const file of (await readdir(assets)).filter(name => name.endsWith('.js'))) {
    const text = await readFile(join(assets, file), 'utf8');
    await writeFile(join(assets, file), text.replace(TOOLS_OF_FLOWS, 'broken$1'));
  }
  return join(folder, 'bin/steploom.mjs');
}

/** Starts a Steploom in which each scenario has a copy of the sample project for itself. */
export async function withTestedSteploom<Result>(
  program: string | undefined,
  use: (tested: TestedSteploom) => Promise<Result>,
): Promise<Result> {
  await using workspace = await temporaryDirectory();
  await prepareProjects(workspace.path);
  await using tested = await startSteploom(workspace.path, {}, program);
  return await use(tested);
}

async function prepareProjects(workspaceFolder: string): Promise<void> {
  await copySampleProject(workspaceFolder);
  const sample = join(workspaceFolder, SAMPLE_PROJECT_ID);
  for (const projectId of await projectsOfFeatures()) {
    const folder = join(workspaceFolder, projectId);
    await cp(sample, folder, { recursive: true });
    const path = join(folder, 'project.json');
    const text = (await readFile(path, 'utf8')).replaceAll('"sample"', `"${projectId}"`);
    await writeFile(path, projectId.endsWith('-none') ? text.replace(/filter=\d+/, NO_FEATURES_FILTER) : text);
  }
}

/** The first column of examples names the project of the scenario. */
async function projectsOfFeatures(): Promise<string[]> {
  const folder = join(OWN_FEATURES, OWN, FEATURES_FOLDER);
  const texts = await Promise.all((await readdir(folder)).map(file => readFile(join(folder, file), 'utf8')));
  const rows = texts.flatMap(text => text.match(/^ +\| \S+-\S+ +\|/gm) ?? []);
  return rows.map(row => row.replaceAll(/[\s|]/g, ''));
}

/** What a browser keeps of somebody who is signed in. */
async function signedIn({ url, signInUrl }: TestedSteploom) {
  const localStorage = [{ name: 'steploom.session', value: await signIn(signInUrl) }];
  return { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] };
}

const Results = z.object({
  state: z.string(),
  scenarios: z.array(
    z.looseObject({
      name: z.string(),
      state: z.string(),
      steps: z.array(
        z.looseObject({
          text: z.string(),
          state: z.string(),
          actions: z.array(z.looseObject({ error: z.looseObject({ message: z.string() }).optional() })).default([]),
        }),
      ),
    }),
  ),
});
export type OwnResults = z.infer<typeof Results>;

/** Runs our own features against a Steploom to their end; `actionMs`: how long an action may take. */
export async function runOwnFeatures(tested: TestedSteploom, actionMs?: number): Promise<OwnResults> {
  await using workspace = await temporaryDirectory();
  await cp(OWN_FEATURES, workspace.path, { recursive: true });
  const files = join(workspace.path, OWN, 'files');
  await mkdir(files, { recursive: true });
  await writeFile(join(files, 'tester.json'), JSON.stringify(await signedIn(tested)));
  const service = await startService({ workspaceFolder: workspace.path, port: 0, logLevel: 'silent' });
  try {
    const project = service.workspace.project(OWN);
    if (project === undefined) throw new Error('There is no project of our own features.');
    await project.tokens.setEnabled(true);
    const { value } = await project.tokens.create({ name: 'features', access: 'write' });
    const client = new ApiClient(`${service.url}/api/mcp`, value);
    await using _ide = await openIdePage({ link: linkOf(service), projectId: OWN });
    const settings = actionMs === undefined ? {} : { settings: { timeouts: { actionMs } } };
    await client.call('editProject', { appUrl: tested.url, ...settings }, z.unknown());
    await client.call('runFeatures', {}, z.unknown());
    return await ended(client);
  } finally {
    await service.dispose();
  }
}

async function ended(client: ApiClient): Promise<OwnResults> {
  const Status = z.looseObject({ state: z.string() });
  const isOver = async () => !/starting|running/.test((await client.call('getTestStatus', {}, Status)).state);
  while (!(await isOver())) await sleep(LOOK_EVERY_MS);
  return client.call('getTestResults', { limit: 10_000, detail: 'all' }, Results);
}
