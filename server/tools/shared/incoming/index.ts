import { z } from 'zod';
import { AppError } from '../../../../model/errors/errors.ts';
import type { IncomingFile } from '../../../../model/feature/feature-files.ts';
import type { FeatureSource } from '../../../../model/project/features-file.ts';
import type { ToolContext } from '../../define/define-tool.ts';
import { fromArchive } from './archive.ts';
import { fromFolder } from './folder.ts';
import { fromServer } from './server.ts';

const SOURCES = ['server', 'text', 'archive', 'folder'] as const;
type Source = (typeof SOURCES)[number];

/** Parameters that say where features come from. */
export const SOURCE_FIELDS = {
  source: z
    .enum(SOURCES)
    .describe(
      'server: the feature server of the project; text: one file, given here; archive: a zip archive among the files of the project; folder: the .feature files in a folder',
    ),
  fileName: z.string().min(1).max(500).optional().describe('For text: how the file is called'),
  text: z.string().max(1_000_000).optional().describe('For text: the file'),
  path: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe(
      'For archive: below files/, where POST /api/files puts it; for folder: whole, on the machine of the service',
    ),
};

export interface From {
  source: Source;
  fileName?: string | undefined;
  text?: string | undefined;
  path?: string | undefined;
}

export interface Incoming {
  incoming: readonly IncomingFile[];
  origin: FeatureSource;
  /** Where credentials of the environment went. */
  note?: string | undefined;
}

/** The files that are to be imported. Errors: `invalid-params`, and those of where they lie. */
export async function incomingFeatures(context: ToolContext, from: From): Promise<Incoming> {
  switch (from.source) {
    case 'server':
      return fromServer(context);
    case 'archive':
      return { incoming: await fromArchive(context, needed(from, 'path')), origin: 'local' };
    case 'folder':
      return { incoming: await fromFolder(context, needed(from, 'path')), origin: 'local' };
    case 'text': {
      const text = needed(from, 'text');
      return { incoming: [{ file: from.fileName ?? nameOf(text), text }], origin: 'local' };
    }
  }
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
