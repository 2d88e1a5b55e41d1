import { readdir, readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import type { FeatureSource } from '../../../model/feature/features-file.ts';
import { AppError } from '../../../model/protocol/errors.ts';
import type { IncomingFile } from '../../feature-sync/plan-sync.ts';
import { systemCode } from '../../store/files/file-system.ts';
import type { ToolContext } from '../define-tool.ts';

/** Parameters that say where features come from. */
export const SOURCE_FIELDS = {
  source: z.enum(['text', 'folder']).describe('text: one file, given here; folder: the .feature files in a folder'),
  fileName: z.string().min(1).max(500).optional().describe('For text: how the file is called'),
  text: z.string().max(1_000_000).optional().describe('For text: the file'),
  path: z.string().min(1).max(4_000).optional().describe('For folder: its whole path on the machine of the service'),
};

interface From {
  source: 'text' | 'folder';
  fileName?: string | undefined;
  text?: string | undefined;
  path?: string | undefined;
}

export interface Incoming {
  incoming: readonly IncomingFile[];
  origin: FeatureSource;
}

/** The files that are to be imported. Errors: `invalid-params`, `not-found`, `forbidden`, and those of where they lie. */
export async function incomingFeatures(context: ToolContext, from: From): Promise<Incoming> {
  if (from.source === 'folder') return { incoming: await filesIn(context, needed(from, 'path')), origin: 'local' };
  const text = needed(from, 'text');
  return { incoming: [{ name: from.fileName ?? nameOf(text), text }], origin: 'local' };
}

function needed(from: From, field: 'text' | 'path'): string {
  const value = from[field];
  if (value !== undefined) return value;
  throw new AppError('invalid-params', `"${field}" is missing: source ${from.source} needs it.`, { field });
}

/** After what the feature is called. */
function nameOf(text: string): string {
  const [, name = ''] = /^[^\S\n]*[^\s#@][^:\n]*:[^\S\n]*(.+)$/m.exec(text) ?? [];
  return name.trim() || 'feature';
}

const MOST_FILES = 5_000;
const MOST_BYTES = 100_000_000;

/** The feature files in a folder and those in it. Only people at the machine may have it look into any folder. */
async function filesIn({ isAtMachine }: ToolContext, folder: string): Promise<IncomingFile[]> {
  if (!isAtMachine)
    throw new AppError('forbidden', 'Folders of the machine are read for people at it alone. Send the files as text.', {
      field: 'source',
    });
  if (!isAbsolute(folder))
    throw new AppError('invalid-params', `"path" must be a whole path, not "${folder}".`, { field: 'path' });
  const names = await namesIn(folder);
  if (names.length === 0) throw new AppError('not-found', `There is no .feature file in ${folder}.`, { field: 'path' });
  if (names.length > MOST_FILES)
    throw new AppError('invalid-params', `${folder} holds more than ${MOST_FILES} feature files.`, { field: 'path' });
  const files: IncomingFile[] = [];
  let bytes = 0;
  for (const name of names) {
    const path = join(folder, name);
    bytes += (await stat(path)).size;
    if (bytes > MOST_BYTES)
      throw new AppError('invalid-params', `The features in ${folder} are larger than ${MOST_BYTES / 1e6} MB.`, {
        field: 'path',
      });
    files.push({ name, text: await readFile(path, 'utf8') });
  }
  return files;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter(entry => entry.isFile() && entry.name.endsWith('.feature'));
    return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
  } catch (error) {
    const reason = systemCode(error) === 'ENOENT' ? 'there is no such folder' : (systemCode(error) ?? 'unknown reason');
    throw new AppError('not-found', `${folder} cannot be read: ${reason}.`, { field: 'path', cause: error });
  }
}
