import { join } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { collisionsIn } from '../../../model/project/collisions.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { RunnableProject } from '../../runs/plan/run-request.ts';
import { SignInStates } from '../../runs/plan/sign-in-states.ts';
import { RunArchive } from '../../runs/record/run-archive.ts';
import { type DamagedFile, describeDamage } from '../../store/edits/damaged-file.ts';
import { STATE_FOLDER } from '../../store/edits/stored.ts';
import { NO_FENCE } from '../../store/files/commit-changes.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { readProjectFolder } from '../../workspace/read-project-folder.ts';
import { UserFiles } from '../../workspace/user-files.ts';
import { type Cli, secretOverrides } from './cli.ts';
import { findProject } from './find-project.ts';

interface OpenedVersion {
  project: RunnableProject;
  content: VersionContent;
  damaged: readonly DamagedFile[];
}

/** Reads without the lock of the project. Errors: `invalid-params` for an unknown project or version. */
export async function readVersion(
  cli: Cli,
  { project: named, version }: { project?: string | undefined; version?: string | undefined },
): Promise<OpenedVersion> {
  const folder = join(await cli.workspaceFolder(), await findProject(cli, named));
  const snapshot = await readProjectFolder({
    fs: nodeFileSystem,
    folder,
    secretOverrides: secretOverrides(cli.environment),
  });
  for (const damage of snapshot.damaged) cli.notify(describeDamage(damage));
  const { project, versions } = snapshot.content;
  const content = versions.get(version ?? project.defaultVersion);
  if (content === undefined)
    throw new AppError('invalid-params', `No version "${version}". There are: ${[...versions.keys()].join(', ')}.`);
  for (const { message } of collisionsIn(content)) cli.notify(message);
  return {
    project: {
      projectId: project.projectId,
      folder,
      store: { content: snapshot.content, secrets: snapshot.secrets },
      runs: new RunArchive(join(folder, STATE_FOLDER, 'runs')),
      signIns: new SignInStates(join(folder, STATE_FOLDER, 'sign-in')),
      userFiles: new UserFiles({ fs: nodeFileSystem, folder, fence: NO_FENCE, readOnlyReason: () => undefined }),
    },
    content,
    damaged: snapshot.damaged,
  };
}
