/** Runners that people use, each in a process of its own that runs all there is and ends. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/prepare/program.mjs';
import { runTree } from './process-tree.mjs';

const PEERS = fileURLToPath(new URL('../peers', import.meta.url));

export const packageFile = (...names) => path.join(PEERS, 'node_modules', ...names);

export async function installPeers() {
  if (existsSync(packageFile('agent-browser'))) return;
  process.stderr.write('Installing the other runners …\n');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: PEERS,
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
}

/** A Node program in the folder of the other runners: how long it took, and its most memory. Rejects unless it ends well. */
export const runNode = (args, environment) =>
  runTree(process.execPath, args, { cwd: PEERS, env: { ...process.env, ...environment } });

export const runPlaywrightTest = (config, environment) =>
  runNode([packageFile('@playwright', 'test', 'cli.js'), 'test', '-c', config], environment);

/** `what`: codes of modules or features, and options of `steploom run`. */
export const runSteploom = (workspace, what, environment) =>
  runNode(
    [path.join(ROOT, 'bin', 'steploom.mjs'), '-w', workspace, 'run', ...what, '--reporter', 'progress'],
    environment,
  );

/** Who begins is another one in each round. */
export const turned = (names, round) => names.map((_, at) => names[(at + round) % names.length]);
