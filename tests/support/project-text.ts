import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The files of a project that git takes, by path, with their text. */
export async function projectFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const tracked = files.filter(file => !/[\\/]\.(steploom|git)[\\/]/.test(file)).sort();
  const texts = await Promise.all(tracked.map(file => readFile(file, 'utf8')));
  return new Map(tracked.map((file, index) => [relative(folder, file), texts[index] ?? '']));
}

/** The same as one text. */
export async function projectText(folder: string): Promise<string> {
  return [...(await projectFiles(folder))].map(([path, text]) => `${path}\n${text}`).join('\n');
}
