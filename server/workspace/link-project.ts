import { readFile, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { ProjectId } from '../../model/names/codes.ts';
import { PROJECT_PATH } from '../store/edits/stored.ts';
import { failedWrite } from '../store/files/file-system.ts';
import { wholePath } from './folders.ts';

const Named = z.object({ projectId: ProjectId });

/** Errors: `invalid-params`, `not-found`, `name-taken`, `disk-full`, `read-only`; `field` is `path`. */
export async function linkProject(workspaceFolder: string, path: string): Promise<ProjectId> {
  const folder = wholePath(path);
  const projectId = await projectIn(folder);
  const link = join(workspaceFolder, projectId);
  const target = await realpath(folder);
  const there = await realpath(link).catch(() => undefined);
  if (there === target) return projectId;
  if (there !== undefined)
    throw new AppError('name-taken', `The workspace has another project "${projectId}", in ${there}.`, {
      field: 'path',
    });
  // On Windows anybody may make junctions; other systems ignore the type.
  await symlink(target, link, 'junction').catch((error: unknown) => {
    throw failedWrite(error, link);
  });
  return projectId;
}

async function projectIn(folder: string): Promise<ProjectId> {
  const file = join(folder, PROJECT_PATH);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new AppError('not-found', `There is no project in ${folder}: it has no readable ${PROJECT_PATH}.`, {
      field: 'path',
    });
  const named = Named.safeParse(parsed(text)).data;
  if (named === undefined)
    throw new AppError('not-found', `${file} is not the file of a project: it names no projectId.`, { field: 'path' });
  return named.projectId;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
