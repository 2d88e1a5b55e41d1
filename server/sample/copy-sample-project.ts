import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../model/errors/errors.ts';
import { MAIN_VERSION, SAMPLE_PROJECT_ID } from '../../model/names/codes.ts';
import { EnvironmentsFile, environmentSecretKey } from '../../model/project/environment.ts';
import { featureServerSecretKey } from '../../model/project/feature-server.ts';
import { packageRoot } from '../process/package-root.ts';
import { SAMPLE_CLIENT } from '../sample-tm/tm-accounts.ts';
import type { SecretsData } from '../store/edits/private-file.ts';
import { environmentsPath, PROJECT_PATH, STATE_FOLDER } from '../store/edits/stored.ts';
import type { FileChange } from '../store/files/commit-changes.ts';
import {
  failedWrite,
  nodeFileSystem as fs,
  makeFolders,
  PRIVATE_FILE,
  systemCode,
} from '../store/files/file-system.ts';
import { serialiseJson } from '../store/files/json-file.ts';
import { openProjectFiles } from '../store/files/project-files.ts';
import type { TokensData } from '../store/tokens/token-file.ts';
import { GIT_FILES } from '../workspace/create-project.ts';

/** By environment item; public, since the shop shows them on its sign-in page. */
const SAMPLE_SECRETS: ReadonlyMap<string, string> = new Map([['customerPassword', 'spring-42']]);

/** Codes of a rename whose target exists. */
const TAKEN: readonly (string | undefined)[] = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'];

/** The copy gets its name once it is whole; one that was cut off is no project. Errors: `name-taken`, of writing. */
export async function copySampleProject(workspaceFolder: string): Promise<void> {
  await makeFolders(workspaceFolder).catch((error: unknown) => {
    throw failedWrite(error, workspaceFolder);
  });
  const copy = join(workspaceFolder, `.${SAMPLE_PROJECT_ID}-${randomUUID()}`);
  try {
    await writeCopy(copy);
    await nameCopy(copy, join(workspaceFolder, SAMPLE_PROJECT_ID));
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
  await fs.syncDirectory(workspaceFolder);
}

async function writeCopy(folder: string): Promise<void> {
  await fs.makeDirectory(folder, 0o755);
  const files = await openProjectFiles({ fs, root: folder, stateDirectory: join(folder, STATE_FOLDER) });
  const content = await sampleContent();
  await files.commit([secretsOf(content)]);
  const tokens: TokensData = { format: 1, enabled: true, tokens: [] };
  await files.commit([{ path: `${STATE_FOLDER}/tokens.json`, text: serialiseJson(tokens), mode: PRIVATE_FILE }]);
  await files.commit([...GIT_FILES, ...content]);
}

/** The tracked files, except those for git, which npm packages rename or drop. */
async function sampleContent(): Promise<FileChange[]> {
  const source = join(packageRoot(), 'server', 'sample', 'project');
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const files = paths.map(async path => ({
    path: relative(source, path).split(sep).join('/'),
    text: await readFile(path, 'utf8'),
  }));
  return (await Promise.all(files)).filter(({ path }) => !GIT_FILES.some(file => file.path === path));
}

function secretsOf(content: readonly FileChange[]): FileChange {
  const text = content.find(({ path }) => path === environmentsPath(MAIN_VERSION))?.text ?? '';
  const secrets: SecretsData = {
    format: 1,
    secrets: { [featureServerSecretKey('clientSecret')]: SAMPLE_CLIENT.clientSecret },
  };
  for (const { environmentCode, items } of EnvironmentsFile.parse(JSON.parse(text)).environments)
    for (const { name } of items) {
      const value = SAMPLE_SECRETS.get(name);
      if (value !== undefined) secrets.secrets[environmentSecretKey(MAIN_VERSION, environmentCode, name)] = value;
    }
  return { path: `${STATE_FOLDER}/secrets.json`, text: serialiseJson(secrets), mode: PRIVATE_FILE };
}

async function nameCopy(copy: string, target: string): Promise<void> {
  try {
    await fs.rename(copy, target);
  } catch (error) {
    if (!TAKEN.includes(systemCode(error))) throw error;
    const isProject = (await fs.stat(join(target, PROJECT_PATH))) !== undefined;
    const what = isProject ? 'holds a project already' : 'is in the way of the sample project';
    throw new AppError('name-taken', `${target} ${what}.`, {
      next: isProject ? 'steploom open' : 'move it away, or make a project of your own with steploom init',
    });
  }
}
