import type { Environment } from '../../../model/project/environment.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { EnvironmentValues } from '../../../model/protocol/bridge.ts';
import type { RunnableProject } from './run-request.ts';

export function environmentValues(
  project: { store: { secrets: Pick<RunnableProject['store']['secrets'], 'ofEnvironment'> } },
  content: VersionContent,
  environment: Environment | undefined,
): EnvironmentValues {
  const variables: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  const apps: Record<string, string> = {};
  for (const { name, kind, value = '' } of environment?.items ?? []) {
    if (kind === 'variable') variables[name] = value;
    else if (kind === 'app') apps[name] = value;
    else {
      const secret = environment && project.store.secrets.ofEnvironment(content.version.versionId, environment, name);
      if (secret !== undefined) secrets[name] = secret;
    }
  }
  return { name: environment?.name, variables, secrets, apps };
}
