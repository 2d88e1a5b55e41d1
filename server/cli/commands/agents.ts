import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { findServer } from '../../service/server-file.ts';
import { failedWrite, makeFolders, systemCode } from '../../store/files/file-system.ts';
import { AGENT_PROGRAMS } from '../support/agent-programs.ts';
import { readSkill } from '../support/agent-skill.ts';
import { readAgentsDocument } from '../support/agents-document.ts';
import { type Cli, type CliCommand, DEFAULT_PORT } from '../support/cli.ts';
import { mergeFile, nameOf, type WantedFile } from '../support/merge-file.ts';

interface InitOptions {
  url?: string;
  force?: boolean;
}

const NAMES = Object.keys(AGENT_PROGRAMS).join(', ');

export const agents: CliCommand = (program, cli) => {
  const group = program.command('agents').description('instructions for agents that plan, author and repair tests');
  group
    .command('init')
    .description('write three agents, how they reach Steploom, and a skill for the shell into the current folder')
    .argument('<program>', `which one reads them: ${NAMES}`)
    .option(
      '-u, --url <address>',
      'address of the service (default: the one that runs, else port 4620 of this machine)',
    )
    .option('--force', 'replace what is there already and says something else')
    .action(async (name: string, options: InitOptions) => {
      const target = Object.entries(AGENT_PROGRAMS).find(([known]) => known === name)?.[1];
      if (target === undefined)
        throw new AppError('invalid-params', `No program "${name}"; there are ${NAMES}.`, { field: 'program' });
      const wanted = [
        ...target.files(await readAgentsDocument(), await endpoint(cli, options.url)),
        ...(await readSkill(target.skills)),
      ];
      const isKept = await writeAll(cli, wanted, options.force === true);
      if (isKept) cli.notify('What was kept says something else than Steploom would write; --force replaces it.');
      printNext(cli, target);
    });
};

async function endpoint(cli: Cli, given: string | undefined): Promise<string> {
  const running = given === undefined ? await findServer(await cli.workspaceFolder()) : undefined;
  const address = given ?? running?.url ?? `http://127.0.0.1:${DEFAULT_PORT}`;
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new AppError(
      'invalid-params',
      `--url takes an address such as http://127.0.0.1:${DEFAULT_PORT}, not "${address}".`,
    );
  return new URL('/api/mcp', address).href;
}

/** Nothing is written before every file has been read. Returns whether something was kept. */
async function writeAll(cli: Cli, wanted: readonly WantedFile[], force: boolean): Promise<boolean> {
  const texts = new Map<string, string | undefined>();
  const outcomes: { name: string; outcome: string }[] = [];
  for (const file of wanted) {
    const old = texts.get(file.path) ?? (await readIfThere(join(cli.directory, file.path)));
    const { outcome, text } = mergeFile({ old, wanted: file, force });
    outcomes.push({ name: nameOf(file), outcome });
    texts.set(file.path, text);
  }
  for (const [path, text = ''] of texts) await writeText(join(cli.directory, path), text);
  for (const { name, outcome } of outcomes) cli.print(`${outcome.padEnd(WIDTH)} ${name}`);
  return outcomes.some(({ outcome }) => outcome === 'kept');
}

const WIDTH = 'replaced'.length;

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new AppError('store-failed', `${path} cannot be read.`, { cause: error });
  }
}

async function writeText(path: string, text: string): Promise<void> {
  if ((await readIfThere(path)) === text) return;
  try {
    await makeFolders(dirname(path));
    await writeFile(path, text);
  } catch (error) {
    throw failedWrite(error, path);
  }
}

function printNext(cli: Cli, { title, readsToken, use }: (typeof AGENT_PROGRAMS)[keyof typeof AGENT_PROGRAMS]): void {
  const create = 'steploom token create --name agents --access write';
  cli.notify('Next:');
  cli.notify('1. Start the service, where none runs: steploom open');
  cli.notify(`2. Make a token: ${readsToken ? `export STEPLOOM_TOKEN=$(${create})` : create}`);
  cli.notify(`3. In ${title}, ${use}`);
}
