import { expect } from 'vitest';
import { ProjectId } from '../../../../model/names/codes.ts';
import type { ProjectContent } from '../../../../model/project/version-content.ts';
import { startService } from '../../../../server/main.ts';
import type { SecretsFile } from '../../../../server/store/edits/private-file.ts';
import { nodeFileSystem } from '../../../../server/store/files/file-system.ts';
import { readProjectFolder } from '../../../../server/workspace/read-project-folder.ts';
import { Author } from '../../../support/author.ts';
import { ApiClient } from '../../../support/running-steploom.ts';
import { Writer } from './writer.ts';

/** A workspace with a project "shop", and writers of whom each two share a module. */
export async function prepareWriters(
  workspace: string,
  { seed, count }: { seed: number; count: number },
): Promise<Writer[]> {
  const service = await startService({ workspaceFolder: workspace, port: 0, logLevel: 'silent' });
  const project = await service.workspace.create({ projectId: ProjectId.parse('shop'), name: 'Shop' });
  await project.tokens.setEnabled(true);
  const writers: Writer[] = [];
  for (let index = 0; index < count; index += 1) {
    const { value: token } = await project.tokens.create({ name: `writer ${index}`, access: 'write' });
    const author = new Author(new ApiClient(`${service.url}/api/mcp`, token));
    if (index % 2 === 0) await author.module(`Module of ${index} and ${index + 1}`);
    const home = `m${Math.floor(index / 2) + 1}`;
    writers.push(new Writer({ name: `w${index}`, token, home, seed: seed + index }));
  }
  await service.dispose();
  return writers;
}

/** What the writers hold, in the words of `contentOf`. */
export function expected(writers: readonly Writer[]): string[] {
  return writers.flatMap(({ held }) => [
    ...Object.entries(held.modules).map(([code, { name, parentModule }]) => `${parentModule}/${code} ${name}`),
    ...Object.entries(held.tests).map(([code, test]) => `${test.moduleCode}.${code} ${test.name} ${test.actionCount}`),
    ...Object.entries(held.environments).map(([code, { name, secret }]) => `${code} ${name} ${secret}`),
  ]);
}

/** Everything but the modules that were given, as another process reads it from the disk. */
export async function contentOf(folder: string): Promise<string[]> {
  const { content, damaged, secrets } = await readProjectFolder({ fs: nodeFileSystem, folder });
  expect(damaged).toEqual([]);
  return describeContent(content, secrets);
}

/** The same of a project in memory. */
export function describeContent(content: ProjectContent, secrets: SecretsFile): string[] {
  const main = content.versions.get('main');
  const modules = [...(main?.modules.values() ?? [])];
  return [
    ...modules.flatMap(({ moduleCode, name, parentModule }) =>
      parentModule === undefined ? [] : [`${parentModule}/${moduleCode} ${name}`],
    ),
    ...modules.flatMap(({ moduleCode, tests }) =>
      tests.map(({ testCode, name, actions }) => `${moduleCode}.${testCode} ${name} ${actions.length}`),
    ),
    ...(main?.environments.environments ?? []).map(environment => {
      const secret = secrets.ofEnvironment('main', environment, 'password');
      return `${environment.environmentCode} ${environment.name} ${secret}`;
    }),
  ];
}
