import { connectionSettings } from '../../../test-management/connection-settings.ts';
import { sentNote } from '../../../test-management/own-credentials.ts';
import type { ToolContext } from '../../define/define-tool.ts';
import type { Incoming } from './index.ts';

/** The features that the server of the project has. Errors: `invalid-project`, `feature-server-failed`, `stopped`. */
export async function fromServer({ project, signal, report }: ToolContext): Promise<Incoming> {
  let progress = 0;
  const settings = await connectionSettings(project);
  const incoming = await project.testManagement.fetchFeatures(settings, {
    signal,
    onStage: stage => {
      progress += 1;
      report({ progress, message: stage });
    },
  });
  return { incoming, origin: 'server', note: sentNote(settings, project.testManagement.own) };
}
