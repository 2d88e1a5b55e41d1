import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from './temporary-directory.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const COMPILER = join(REPOSITORY, 'node_modules/typescript/bin/tsc');

export interface CompiledEntry extends AsyncDisposable {
  /** The JavaScript file to give to `node`. */
  path: string;
}

/** Compiles a TypeScript file with all it imports, for child processes: Node 20 runs JavaScript only. */
export async function compiledEntry(source: string): Promise<CompiledEntry> {
  const folder = await temporaryDirectory();
  const output = join(folder.path, 'output');
  const settings = {
    extends: join(REPOSITORY, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      rootDir: REPOSITORY,
      outDir: output,
      typeRoots: [join(REPOSITORY, 'node_modules/@types')],
    },
    include: [],
    files: [source],
  };
  await symlink(join(REPOSITORY, 'node_modules'), join(folder.path, 'node_modules'), 'junction');
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module", "version": "0.0.0" }');
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(settings));
  await promisify(execFile)(process.execPath, [COMPILER, '-p', folder.path]);
  const path = join(output, relative(REPOSITORY, source)).replace(/\.ts$/, '.js');
  return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
