import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { arePackagesFresh, npmRecord, packagesFingerprint, packagesMarker } from './freshness.mjs';
import { withProgress } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { SetupError } from './setup-error.mjs';

const LINES_OF_FAILURE = 12;

/** Throws a SetupError when `npm ci` fails. */
export async function installPackagesIfStale(root, lock, title = 'Installing packages') {
  if (arePackagesFresh(root)) return;
  rmSync(packagesMarker(root), { force: true });
  rmSync(npmRecord(root), { force: true });
  await withProgress(title, () => installPackages(root, lock));
  writeFileSync(packagesMarker(root), packagesFingerprint(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
}

async function installPackages(root, lock) {
  // NODE_ENV=production would leave out the compiler.
  const npm = npmCommand(['ci', '--include=dev', '--no-audit', '--no-fund']);
  const { exitCode, output } = await runCommand({ ...npm, root, lock });
  if (exitCode === 0) return;
  throw new SetupError(`The packages could not be installed: npm ci failed.\n${failureOf(output)}`);
}

/** npm says first what failed, then how to use it. */
function failureOf(output) {
  const lines = output.split('\n').filter(line => line.trim() !== '');
  const errors = lines.filter(line => /^npm (error|ERR!) ./.test(line));
  return (errors.length > 0 ? errors : lines).slice(0, LINES_OF_FAILURE).join('\n');
}

/** npm gives its program to the scripts it runs; on Windows the one on the PATH needs a shell. */
function npmCommand(args) {
  const program = process.env.npm_execpath ?? '';
  if (path.basename(program) === 'npm-cli.js') return { command: process.execPath, args: [program, ...args] };
  return { command: 'npm', args, shell: process.platform === 'win32' };
}
