import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { DoFault } from './command.ts';

function unlessFailed<Value>(path: string, write: () => Value): Value {
  try {
    return write();
  } catch (error) {
    if (error instanceof DoFault) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new DoFault(`${path} cannot be written${code}.`, 1);
  }
}

/** Errors: `DoFault`. */
export function copyHere(directory: string, from: string, to: string): void {
  const target = resolve(directory, to);
  unlessFailed(target, () => {
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(from, target);
  });
}

/** A copy without what belongs to this machine alone. Errors: `DoFault`, also where there is one already. */
export function saveProject(directory: string, from: string, projectId: string): void {
  const folder = resolve(directory, 'workspace', projectId);
  if (existsSync(folder)) throw new DoFault(`${folder} is there already.`);
  unlessFailed(folder, () => {
    mkdirSync(dirname(folder), { recursive: true });
    cpSync(from, folder, { recursive: true, filter: path => basename(path) !== '.steploom' });
    const file = join(folder, 'project.json');
    const project: Record<string, unknown> = { ...JSON.parse(readFileSync(file, 'utf8')), projectId, name: projectId };
    writeFileSync(file, `${JSON.stringify(project, undefined, 2)}\n`);
  });
}

const BYTES_IN_KB = 1_000;

/** Writes a text that is too long to be read in a terminal, for its owner alone; tells where, and how long it is. */
export function keepLong(name: string, text: string): string {
  const file = join(tmpdir(), `steploom ${name}`);
  return unlessFailed(file, () => {
    const path = join(mkdtempSync(join(tmpdir(), 'steploom-')), `${name}.txt`);
    writeFileSync(path, text, { mode: 0o600 });
    return `${name}: ${path} (${(Buffer.byteLength(text) / BYTES_IN_KB).toFixed(1)} kB)`;
  });
}
