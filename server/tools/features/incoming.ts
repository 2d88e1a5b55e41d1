import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { IncomingFile } from '../../../model/feature/feature-files.ts';
import { DEFAULT_MATCH_FILE } from '../../../model/project/feature-server.ts';
import type { FeatureSource } from '../../../model/project/features-file.ts';
import { countedStages } from '../../jobs/progress.ts';
import { findProjectFile } from '../../runs/plan/find-project-file.ts';
import { ARCHIVE_LIMITS } from '../../test-management/archive/check-entry.ts';
import { isArchive } from '../../test-management/archive/is-archive.ts';
import { readArchive } from '../../test-management/archive/read-archive.ts';
import { type ConnectedProject, connectionSettings } from '../../test-management/connection-settings.ts';
import { readFolder } from '../../test-management/folder.ts';
import { asText, matchesFile, unreadableFault } from '../../test-management/match-files.ts';
import { sentNote } from '../../test-management/own-credentials.ts';
import type { ToolContext } from '../define/define-tool.ts';

/** The feature files in a folder. Only people at the machine may read any folder. */
async function fromFolder({ isAtMachine, signal }: ToolContext, folder: string): Promise<IncomingFile[]> {
  if (!isAtMachine)
    throw new AppError('forbidden', 'Folders of the machine are read for people at it alone. Send the files as text.', {
      field: 'source',
    });
  if (!isAbsolute(folder))
    throw new AppError('invalid-params', `"path" must be a whole path, not "${folder}".`, { field: 'path' });
  const refuse = (what: string) => new AppError('not-found', what, { field: 'path' });
  const { files, refused } = await readFolder(folder, { matchFile: DEFAULT_MATCH_FILE, signal, refuse });
  if (files.length + refused.length === 0) throw refuse(`There is no .feature file in ${folder}.`);
  return [...files.map(({ file, bytes }) => asText(file, bytes)), ...refused];
}

async function fromArchive({ project, signal }: ToolContext<'folder'>, path: string): Promise<IncomingFile[]> {
  const found = await findProjectFile(project.folder, path);
  if (!('path' in found))
    throw new AppError('not-found', `"path": ${found.fault}.`, { field: 'path', next: 'getFiles' });
  const most = ARCHIVE_LIMITS.archiveBytes;
  if ((await stat(found.path)).size > most) throw refused(path, `is larger than ${most / 1_000_000} MB.`);
  const bytes = await readFile(found.path);
  if (!isArchive(bytes)) throw refused(path, 'is no zip archive. A feature file is imported as text.');
  const isWanted = (file: string) => matchesFile(file, DEFAULT_MATCH_FILE);
  const unpacked = await readArchive(bytes, { isWanted, signal }).catch((error: unknown) =>
    Promise.reject(isAppError(error) ? refused(path, `is not imported: ${error.message}`) : error),
  );
  const { files, refused: bad } = unpacked;
  if (files.length + bad.length === 0)
    throw refused(path, `holds no ${DEFAULT_MATCH_FILE} among its ${unpacked.others.length} files.`);
  const incoming = [...files.map(({ file, bytes: content }) => asText(file, content)), ...bad];
  const fault = await unreadableFault(incoming);
  if (fault !== undefined) throw refused(path, `is not imported: ${fault}`);
  return incoming;
}

const refused = (path: string, what: string): AppError =>
  new AppError('invalid-params', `files/${path} ${what}`, { field: 'path' });

async function fromServer({ project, signal, report }: ToolContext<keyof ConnectedProject>): Promise<Incoming> {
  const settings = await connectionSettings(project);
  const incoming = await project.testManagement.fetchFeatures(settings, {
    signal,
    onStage: countedStages(report),
  });
  return { incoming, origin: 'server', note: sentNote(settings, project.testManagement.own) };
}

const SOURCES = ['server', 'text', 'archive', 'folder'] as const;
type Source = (typeof SOURCES)[number];

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
      'For archive: under files/, where POST /api/files puts it; for folder: whole, on the machine of the service',
    ),
};

interface From {
  source: Source;
  fileName?: string | undefined;
  text?: string | undefined;
  path?: string | undefined;
}

interface Incoming {
  incoming: readonly IncomingFile[];
  origin: FeatureSource;
  /** Which hosts got the credentials of the environment. */
  note?: string | undefined;
}

export async function incomingFeatures(context: ToolContext<keyof ConnectedProject>, from: From): Promise<Incoming> {
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

function nameOf(text: string): string {
  const [, name = ''] = /^[^\S\n]*[^\s#@][^:\n]*:[^\S\n]*(.+)$/m.exec(text) ?? [];
  return name.trim() || 'feature';
}
