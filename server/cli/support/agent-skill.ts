import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../process/package-root.ts';

/** Name of the skill, and of the folder that programs look for. */
const SKILL = 'steploom';

/** The files of the skill below the folder in which a program has its skills. They are those of docs/skill. */
export async function readSkill(skillsFolder: string): Promise<{ path: string; text: string }[]> {
  const root = join(packageRoot(), 'docs', 'skill');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
  return await Promise.all(
    names.sort().map(async name => ({
      path: `${skillsFolder}/${SKILL}/${name}`,
      text: await readFile(join(root, name), 'utf8'),
    })),
  );
}
