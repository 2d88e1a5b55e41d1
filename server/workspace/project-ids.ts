import { join } from 'node:path';
import { ProjectId } from '../../model/names/codes.ts';
import { PROJECT_PATH } from '../store/edits/stored.ts';
import type { FileSystem } from '../store/files/file-system.ts';

export async function projectIdsIn(fs: FileSystem, folder: string): Promise<ProjectId[]> {
  const entries = await fs.list(folder).catch(() => []);
  const ids: ProjectId[] = [];
  for (const entry of entries) {
    const projectId = ProjectId.safeParse(entry.name);
    if (!projectId.success) continue;
    // A folder that may not be read (another user's) is not one of our projects.
    const file = await fs.stat(join(folder, entry.name, PROJECT_PATH)).catch(() => undefined);
    if (file !== undefined) ids.push(projectId.data);
  }
  return ids.sort();
}
