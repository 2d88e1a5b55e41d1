import type { Adapter } from 'lowdb';
import type { FileChange } from './journal.ts';
import { parseJsonObject } from './parse-json.ts';
import type { ProjectFiles } from './project-files.ts';

interface JsonFileOptions<T> {
  /** Turns parsed JSON into data; throws what `read` is to throw when the content is not right. */
  parse: (json: unknown) => T;
  /** Default: two spaces and a final newline, in the order of the keys as given. */
  serialise?: (data: T) => string;
  /** Permission bits of the file, e.g. `0o600`. */
  mode?: number;
  /** Messages must not show what stands in it. */
  isPrivate?: boolean;
}

/** lowdb's door to one file of a project: `new Low(jsonFile(files, path, …), defaults)`. */
interface JsonFile<T> extends Adapter<T> {
  /** The same write as a part of an edit of several files. */
  change(data: T): FileChange;
}

export const serialiseJson = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`;

/**
 * A JSON file as a lowdb adapter that never loses an acknowledged write and keeps backups.
 * `read` answers null only when there is no file: lowdb then takes its defaults. A file that is there but holds no
 * object, or none that `parse` accepts, throws `damaged-file`, so that defaults never replace it.
 * `write` throws as `ProjectFiles.commit`.
 */
export function jsonFile<T extends object>(
  files: Pick<ProjectFiles, 'readText' | 'commit'>,
  path: string,
  { parse, serialise = serialiseJson, mode, isPrivate = false }: JsonFileOptions<T>,
): JsonFile<T> {
  const change = (data: T): FileChange => ({ path, text: serialise(data), mode });

  async function read(): Promise<T | null> {
    const text = await files.readText(path);
    if (text === undefined) return null;
    return parse(parseJsonObject(text, { file: path, isPrivate }));
  }

  return {
    read,
    async write(data) {
      await files.commit([change(data)]);
    },
    change,
  };
}
