import type { VersionContent } from '../../../model/project/version-content.ts';
import { codedFeatures } from '../../feature-sync/keep-codes.ts';
import type { RunRequest } from '../../runs/plan/plan-run.ts';
import type { ScenarioTarget } from '../../runs/plan/plan-scenarios.ts';
import { selectScenarios } from '../../runs/plan/select-scenarios.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { type TagsInput, tagFilterOf } from './tags-input.ts';

interface Wanted {
  features?: readonly string[] | undefined;
  scenarios?: readonly string[] | undefined;
  tags?: TagsInput | undefined;
}

/** As a run takes them, and what the caller should know of the choice. */
interface ScenarioRun extends Pick<RunRequest, 'content' | 'targets'> {
  scenarios: readonly ScenarioTarget[];
  warnings: readonly string[];
}

/** The scenarios that a call wants to run. Errors: `not-found`, `invalid-params`. */
export async function scenariosToRun(
  { project }: Pick<ToolContext, 'project'>,
  version: VersionContent,
  { tags, ...wanted }: Wanted,
): Promise<ScenarioRun> {
  const { content, catalog } = await codedFeatures(project.store, version);
  const { targets, warnings } = selectScenarios(catalog, { ...wanted, isMeant: tagFilterOf(tags) });
  return { content, targets: [], scenarios: targets, warnings };
}
