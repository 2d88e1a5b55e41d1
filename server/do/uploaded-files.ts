import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { systemCode } from '../store/files/file-system.ts';
import { readActionWords } from '../verbs/read-actions.ts';
import type { DoSession } from './do-session.ts';

const Files = z.object({ files: z.array(z.object({ path: z.string() })) });
const MOST_BYTES = 20_000_000;

/**
 * Tests take what they upload from the project, so a file of the folder in which the command runs is put there first.
 * Resolves with the words that name it as the project does.
 */
export async function withUploadedFiles(words: readonly string[], session: DoSession): Promise<readonly string[]> {
  const { type, fields } = readActionWords(words);
  if (type !== 'upload' || !Array.isArray(fields.files)) return words;
  const named = fields.files.map(String);
  const paths = new Map<string, string>();
  for (const file of named) paths.set(file, await projectPath(file, session));
  return words.map(word => paths.get(word) ?? word);
}

async function projectPath(file: string, session: DoSession): Promise<string> {
  const { folder } = session;
  if (file.includes('{{') || folder === undefined) return file;
  const bytes = await readUnlessMissing(resolve(folder, file));
  if (bytes === undefined) return file;
  const name = basename(file.replaceAll('\\', '/'));
  const { files } = Files.parse(await session.call('getFiles', { filter: name }));
  const isThere = files.some(({ path }) => path === file);
  if (isThere) return file;
  if (bytes.length > MOST_BYTES) throw new AppError('too-large', `${file} is over ${MOST_BYTES} bytes.`);
  const path = `uploads/${name}`;
  await session.putFile(path, bytes);
  return path;
}

async function readUnlessMissing(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return undefined;
  }
}
