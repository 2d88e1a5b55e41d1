import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildMarker, isBuildFresh, sourcesFingerprint } from './freshness.mjs';
import { withProgress } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { SetupError } from './setup-error.mjs';

/** Does not check types, which takes five times as long. Errors: a SetupError with the findings. */
export async function buildIfStale(root, lock) {
  if (isBuildFresh(root)) return;
  const built = sourcesFingerprint(root);
  // Beside dist/: source maps name the sources relative to where they were written.
  const output = path.join(root, '.setup-build');
  rmSync(output, { recursive: true, force: true });
  await withProgress('Building', async () => {
    await buildInto(output, { root, lock });
    writeFileSync(buildMarker(output), built);
    replaceFolder(path.join(root, 'dist'), output);
  });
}

async function buildInto(output, { root, lock }) {
  const results = await Promise.all([
    runNode(['scripts/prepare/build-program.mjs', output], { root, lock }),
    runNode(['scripts/prepare/build-page.mjs', path.join(output, 'ide')], { root, lock }),
    runNode(['scripts/prepare/build-extension.mjs'], { root, lock }),
  ]);
  const failed = results.filter(({ exitCode }) => exitCode !== 0);
  if (failed.length === 0) return;
  rmSync(output, { recursive: true, force: true });
  const findings = failed.map(result => `The build failed (exit code ${result.exitCode}).\n${result.output.trimEnd()}`);
  throw new SetupError(findings.join('\n'));
}

const runNode = (args, { root, lock }) => runCommand({ command: process.execPath, args, root, lock });

/** An interruption leaves either a whole folder or none. */
function replaceFolder(folder, replacement) {
  const old = path.join(path.dirname(folder), '.setup-old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(replacement, folder);
  rmSync(old, { recursive: true, force: true });
}
