import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { AppError } from '../../../model/errors/errors.ts';
import { readRelease } from '../../process/package-root.ts';
import { findVideoMaker } from '../../runs/record/keep-video.ts';
import { findServer } from '../../service/server-file.ts';
import { makeFolders, nodeFileSystem } from '../../store/files/file-system.ts';
import { projectIdsIn } from '../../workspace/project-ids.ts';
import { type Cli, type CliCommand, EXIT } from '../support/cli.ts';

interface Finding {
  ok: boolean;
  what: string;
  found: string;
  next?: string;
}

const OLDEST_NODE = [20, 19] as const;

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return {
    ok,
    what: 'Node',
    found: process.versions.node,
    ...(ok ? {} : { next: `Install Node ${OLDEST_NODE.join('.')} or newer.` }),
  };
}

async function checkBrowser({ browsers, notify, signal }: Cli, install: boolean): Promise<Finding> {
  try {
    const found = (await browsers.find()) ?? (install ? await browsers.install({ report: notify, signal }) : undefined);
    if (found !== undefined) return { ok: true, what: 'Browser', found: `${found.executablePath} (${found.source})` };
    return { ok: false, what: 'Browser', found: 'none', next: 'Install Chrome or Chromium, or set STEPLOOM_BROWSER.' };
  } catch (error) {
    return { ok: false, what: 'Browser', found: error instanceof Error ? error.message : String(error) };
  }
}

const SHELL = 'Headless';

/** A missing shell is no fault: without it, tests without a window run in the browser. */
async function checkShell({ browsers, environment }: Cli): Promise<Finding> {
  if (environment.STEPLOOM_BROWSER) return { ok: true, what: SHELL, found: 'the same, as STEPLOOM_BROWSER says' };
  const shell = await browsers.findShell();
  if (shell === undefined)
    return {
      ok: true,
      what: SHELL,
      found: 'the same',
      next: 'steploom doctor --install gets the headless shell, in which steploom run takes less time.',
    };
  const { executablePath, source, fault } = shell;
  if (fault === undefined) return { ok: true, what: SHELL, found: `${executablePath} (${source})` };
  return { ok: true, what: SHELL, found: 'the same', next: `${executablePath} is not used: ${fault}.` };
}

async function installShell({ browsers, environment, notify, signal }: Cli): Promise<void> {
  if (environment.STEPLOOM_BROWSER)
    throw new AppError('invalid-params', '--install has no use while STEPLOOM_BROWSER says which browser to use.');
  if ((await browsers.findShell()) === undefined) await browsers.installShell({ report: notify, signal });
}

async function checkWorkspace(folder: string): Promise<Finding> {
  try {
    await makeFolders(folder);
    await access(folder, constants.W_OK);
  } catch {
    return {
      ok: false,
      what: 'Workspace',
      found: `${folder} cannot be written`,
      next: 'Give yourself write access, or choose another folder with --workspace.',
    };
  }
  const ids = await projectIdsIn(nodeFileSystem, folder);
  return { ok: true, what: 'Workspace', found: `${folder} (${ids.length === 0 ? 'no projects yet' : ids.join(', ')})` };
}

async function checkServer(folder: string): Promise<Finding> {
  const server = await findServer(folder);
  return {
    ok: true,
    what: 'Server',
    found: server === undefined ? 'not running; start it with steploom open' : `${server.url} (process ${server.pid})`,
  };
}

/** Only videos need it. */
async function checkVideos(): Promise<Finding> {
  const maker = await findVideoMaker();
  const next = 'steploom run --video needs ffmpeg: install it, or set STEPLOOM_FFMPEG to its path.';
  return { ok: true, what: 'Videos', found: maker ?? 'none', ...(maker === undefined ? { next } : {}) };
}

export const doctor: CliCommand = (program, cli) => {
  program
    .command('doctor')
    .description('check this machine: Node, browser, videos, workspace, server')
    .option('--install-browser', 'install a browser if there is none')
    .option('--install', 'install the headless shell, in which tests without a window take less time')
    .action(async ({ installBrowser = false, install = false }: { installBrowser?: boolean; install?: boolean }) => {
      if (install) await installShell(cli);
      const folder = await cli.workspaceFolder();
      const findings = [
        checkNode(),
        await checkBrowser(cli, installBrowser),
        await checkShell(cli),
        await checkVideos(),
        await checkWorkspace(folder),
        await checkServer(folder),
      ];
      cli.print(`Steploom ${readRelease()}`);
      for (const { ok, what, found, next } of findings) {
        cli.print(`${ok ? '✓' : '✗'} ${what.padEnd(10)} ${found}`);
        if (next !== undefined) cli.print(`  ${next}`);
      }
      if (findings.some(finding => !finding.ok)) cli.exitWith(EXIT.cannotStart);
    });
};
