import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = path.join(import.meta.dirname, '../..');

/** Folders that a tree of sources has, whatever is in them. */
const TERRITORIES = ['model', 'ide-bridge', 'server', 'ide', 'extension', 'features', 'tests', 'scripts', 'bin'];

/** Writes sources, by their paths, into a tree that has the folders of the repository. */
export async function writeSources(tree: string, sources: Readonly<Record<string, string>>): Promise<void> {
  for (const territory of TERRITORIES) await mkdir(path.join(tree, territory), { recursive: true });
  for (const [file, source] of Object.entries(sources)) {
    await mkdir(path.dirname(path.join(tree, file)), { recursive: true });
    await writeFile(path.join(tree, file), source);
  }
}

/** Runs a script of `scripts/lint` on a tree; what it found is one line each. */
export async function runLint(tree: string, script: string, args: readonly string[] = []) {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/lint', script), ...args], { cwd: tree });
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode, errors, found: output.split('\n').filter(line => line !== '') };
}
