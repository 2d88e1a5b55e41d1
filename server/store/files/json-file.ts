import type { Adapter } from 'lowdb';
import { parseJsonObject } from './parse-json.ts';
import type { ProjectFiles } from './project-files.ts';

interface JsonFileOptions<T> {
  /** Throws what `read` is to throw. */
  parse: (json: unknown) => T;
  mode?: number;
  isPrivate?: boolean;
}

export const serialiseJson = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`;

/** Errors: `damaged-file`, so that lowdb's defaults never replace a damaged file; those of `ProjectFiles.commit`. */
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
