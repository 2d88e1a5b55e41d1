import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from './temporary-directory.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const BUILDER = join(REPOSITORY, 'scripts/prepare/build-program.mjs');

export interface CompiledEntry extends AsyncDisposable {
  /** The JavaScript file to give to `node`. */
  path: string;
}

/** Bundles a TypeScript file with all it imports, for child processes: Node 20 runs JavaScript only. */
export async function compiledEntry(source: string): Promise<CompiledEntry> {
  const folder = await temporaryDirectory();
  const output = join(folder.path, 'output');
  await symlink(join(REPOSITORY, 'node_modules'), join(folder.path, 'node_modules'), 'junction');
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module", "version": "0.0.0" }');
  await promisify(execFile)(process.execPath, [BUILDER, output, source], { cwd: REPOSITORY });
  return { path: join(output, `${parse(source).name}.js`), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
