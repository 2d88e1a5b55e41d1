import type { Adapter } from 'lowdb';
import { parseJsonObject } from './parse-json.ts';
import type { ProjectFiles } from './project-files.ts';

interface JsonFileOptions<T> {
  /** Turns parsed JSON into data; throws what `read` is to throw when the content is not right. */
  parse: (json: unknown) => T;
  /** Permission bits of the file, e.g. `0o600`. */
  mode?: number;
  /** Messages must not show what is in it. */
  isPrivate?: boolean;
}

/** Two spaces and a final newline, in the order of the keys as given. */
export const serialiseJson = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`;

/**
 * A JSON file of a project as a lowdb adapter that never loses an acknowledged write and keeps backups:
 * `new Low(jsonFile(files, path, …), defaults)`.
 * `read` answers null only when there is no file: lowdb then takes its defaults. A file that is there but holds no
 * object, or none that `parse` accepts, throws `damaged-file`, so that defaults never replace it.
 * `write` throws as `ProjectFiles.commit`.
 */
export const jsonFile = <T extends object>(
  files: Pick<ProjectFiles, 'readText' | 'commit'>,
  path: string,
  { parse, mode, isPrivate = false }: JsonFileOptions<T>,
): Adapter<T> => ({
  async read() {
    const text = await files.readText(path);
    return text === undefined ? null : parse(parseJsonObject(text, { file: path, isPrivate }));
  },
  async write(data) {
    await files.commit([{ path, text: serialiseJson(data), mode }]);
  },
});
