import type { IncomingFile } from '../../../../model/feature/incoming-file.ts';
import { connectionSettings } from '../../../test-management/connection-settings.ts';
import type { ToolContext } from '../../define-tool.ts';

/** The features that the server of the project has. Errors: `invalid-project`, `feature-server-failed`, `stopped`. */
export async function fromServer({ project, signal, report }: ToolContext): Promise<IncomingFile[]> {
  let progress = 0;
  return project.testManagement.fetchFeatures(await connectionSettings(project), {
    signal,
    onStage: stage => {
      progress += 1;
      report({ progress, message: stage });
    },
  });
}
