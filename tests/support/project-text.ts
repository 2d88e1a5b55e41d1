import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import ignore from 'ignore';

/** The files of a project that git takes, by path, with their text. */
export async function projectFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const paths = files.map(file => relative(folder, file).replaceAll(sep, '/')).sort();
  const tracked = ignore()
    .add(await readFile(join(folder, '.gitignore'), 'utf8'))
    .filter(paths);
  const texts = await Promise.all(tracked.map(path => readFile(join(folder, path), 'utf8')));
  return new Map(tracked.map((path, index) => [path, texts[index] ?? '']));
}

/** The same as one text. */
export async function projectText(folder: string): Promise<string> {
  return [...(await projectFiles(folder))].map(([path, text]) => `${path}\n${text}`).join('\n');
}
