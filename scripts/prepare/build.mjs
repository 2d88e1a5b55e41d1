import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildMarker, isBuildFresh, sourcesFingerprint } from './freshness.mjs';
import { startProgress } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { SetupError } from './setup-error.mjs';

/**
 * Compiles the sources unless dist/ is fresh. Throws a SetupError with the compiler's findings when it fails.
 * Types are not checked, which would take five times as long: that is for `npm run check`.
 */
export async function buildIfStale(root, lock) {
  if (isBuildFresh(root)) return;
  const progress = startProgress('Building');
  const built = sourcesFingerprint(root);
  // Beside dist/, because source maps name the sources relative to where they were written.
  const output = path.join(root, '.setup-build');
  rmSync(output, { recursive: true, force: true });
  await compile({ root, lock, output, progress });
  writeFileSync(buildMarker(output), built);
  replaceFolder(path.join(root, 'dist'), output);
  progress.done();
}

async function compile({ root, lock, output, progress }) {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--noEmitOnError', '--outDir', output];
  const pretty = ['--pretty', String(process.stderr.isTTY === true)];
  const result = await runCommand({ command: process.execPath, args: [...args, ...pretty], root, lock });
  if (result.exitCode === 0) return;
  progress.fail();
  rmSync(output, { recursive: true, force: true });
  throw new SetupError(`The build failed (exit code ${result.exitCode}).\n${result.output.trimEnd()}`);
}

/** Nothing of the old folder stays behind, and an interruption leaves either a whole folder or none. */
function replaceFolder(folder, replacement) {
  const old = path.join(path.dirname(folder), '.setup-old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(replacement, folder);
  rmSync(old, { recursive: true, force: true });
}
