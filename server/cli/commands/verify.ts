import { basename, join } from 'node:path';
import { isAppError } from '../../../model/errors/errors.ts';
import { counted } from '../../../model/names/counted.ts';
import { collisionsIn } from '../../../model/project/collisions.ts';
import type { Module } from '../../../model/project/module.ts';
import { testProblems } from '../../../model/project/problems.ts';
import type { ProjectContent, VersionContent } from '../../../model/project/version-content.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import { type DamagedFile, describeDamage } from '../../store/edits/damaged-file.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { projectIdsIn } from '../../workspace/project-ids.ts';
import { readProjectFolder } from '../../workspace/read-project-folder.ts';
import { type Cli, type CliCommand, EXIT } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient } from '../support/tool-client.ts';

export const verify: CliCommand = (program, cli) => {
  program
    .command('verify')
    .description('check all project files')
    .argument('[project]', 'only this project')
    .option('--repair', 'give new codes to things that share a code after a merge')
    .addHelpText('after', '\nExit codes: 0 no problems (left, with --repair), 1 problems, 2 wrong usage, 3 no projects')
    .action(async (only: string | undefined, { repair = false }: { repair?: boolean }) => {
      const folder = await cli.workspaceFolder();
      const ids = only === undefined ? await projectIdsIn(nodeFileSystem, folder) : [await findProject(cli, only)];
      if (ids.length === 0) {
        cli.notify(`No projects in ${folder}.`);
        return cli.exitWith(EXIT.nothingMatched);
      }
      let faults = 0;
      for (const id of ids) {
        const say: Say = text => cli.print(`${id}: ${text}`);
        const isRepaired = !repair || (await repairProject(cli, id, say));
        const isSound = await verifyProject(join(folder, id), say);
        if (!isRepaired || !isSound) faults += 1;
      }
      if (faults > 0) cli.exitWith(EXIT.failed);
    });
};

type Say = (text: string) => void;

async function repairProject(cli: Cli, projectId: string, say: Say): Promise<boolean> {
  try {
    await using client = await openToolClient(cli);
    const { repaired } = await client.call('repairProject', { projectId });
    if (repaired.length === 0) say('No code is used twice; nothing to repair.');
    for (const { versionId, text, rewritten, unchanged } of repaired)
      say(`version ${versionId}: ${[text, ...references(rewritten, unchanged)].join('; ')}`);
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const [reason, ...more] = await cli.explain(error);
    for (const sentence of [`✗ Nothing was repaired: ${reason}`, ...more]) say(sentence);
    return false;
  }
}

function references(rewritten: readonly string[], unchanged: readonly string[]): string[] {
  return [
    ...(rewritten.length === 0 ? [] : [`${counted(rewritten.length, 'reference')} rewritten: ${rewritten.join(', ')}`]),
    ...(unchanged.length === 0
      ? []
      : [`please check ${counted(unchanged.length, 'place')} left unchanged: ${unchanged.join(', ')}`]),
  ];
}

async function verifyProject(folder: string, say: Say): Promise<boolean> {
  try {
    const { content, damaged } = await readProjectFolder({ fs: nodeFileSystem, folder });
    for (const damage of damaged) say(`✗ ${describeDamage(damage)}${toAccept(folder, damage)}`);
    const problems = problemsOf(content);
    for (const problem of problems) say(`! ${problem}`);
    if (damaged.length === 0)
      say(`✓ ${summary(content)}${problems.length === 0 ? '' : `, ${counted(problems.length, 'problem')}`}`);
    return damaged.length === 0 && problems.length === 0;
  } catch (error) {
    if (!isAppError(error)) throw error;
    say(`✗ ${error.message}`);
    return false;
  }
}

const toAccept = (folder: string, { path, backup }: DamagedFile): string =>
  backup === undefined ? '' : ` To accept it: steploom restore --project ${basename(folder)} ${path}`;

function problemsOf({ versions }: ProjectContent): string[] {
  return [...versions].flatMap(([versionId, content]) => [
    ...collisionsIn(content).map(({ message }) => `version ${versionId}: ${message}`),
    ...[...content.modules.values()].flatMap(module =>
      problemsOfTests(content, module).map(problem => `version ${versionId}, ${problem}`),
    ),
  ]);
}

function problemsOfTests(content: VersionContent, { moduleCode, tests }: Module): string[] {
  return tests.flatMap(test =>
    testProblems(content, test, syntaxCheck).map(({ actionIndex, message }) => {
      const place = actionIndex === undefined ? test.testCode : `${test.testCode} action ${actionIndex}`;
      return `${moduleCode}.${place}: ${message}`;
    }),
  );
}

function summary({ versions }: ProjectContent): string {
  const modules = [...versions.values()].flatMap(content => [...content.modules.values()]);
  const tests = modules.reduce((sum, module) => sum + module.tests.length, 0);
  return [counted(versions.size, 'version'), counted(modules.length, 'module'), counted(tests, 'test')].join(', ');
}
