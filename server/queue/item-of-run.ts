/** One item of a run on its way to a worker and back, as plain values. */
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { TestReference } from '../../model/names/codes.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import type { PlannedItem } from '../../model/protocol/bridge.ts';
import { itemTitle, scenarioTitle } from '../../model/run/item-title.ts';
import type { ItemResult } from '../../model/run/run.ts';
import { catalogOf } from '../feature-sync/feature-catalog.ts';
import { findScenario } from '../feature-sync/find-feature.ts';
import type { RunnableProject, RunRequest } from '../runs/plan/run-request.ts';
import type { RunOrder } from './queue-redis.ts';

export const nameOf = (item: PlannedItem): string =>
  item.scenario === undefined ? itemTitle(item) : scenarioTitle(item.scenario);

/** Each test and scenario by its code, so that a worker plans the same items. */
export const chosenOf = ({ targets, scenarios = [] }: RunRequest): Pick<RunOrder, 'targets' | 'scenarios'> => ({
  targets: targets.map(({ module, test }) => `${module.moduleCode}.${test.testCode}`),
  scenarios: scenarios.map(({ scenario, row }) => `${scenario.scenario}${row === undefined ? '' : `.r${row}`}`),
});

export function howOf(request: RunRequest): RunOrder['how'] {
  const { content: _c, targets: _t, scenarios: _s, debugging: _d, headed: _h, choice: _i, ...how } = request;
  return how;
}

export async function requestOf(
  project: RunnableProject,
  asked: Pick<RunOrder, 'versionId' | 'targets' | 'scenarios' | 'how'>,
): Promise<RunRequest> {
  const { versions } = project.store.content;
  const content = [...versions.values()].find(({ version }) => version.versionId === asked.versionId);
  if (content === undefined) throw new AppError('not-found', `The project has no version "${asked.versionId}".`);
  const catalog = asked.scenarios.length === 0 ? [] : await catalogOf(content);
  return {
    ...asked.how,
    content,
    targets: asked.targets.map(code => findTest(content, TestReference.parse(code))),
    scenarios: asked.scenarios.map(code => findScenario(catalog, code)),
    headed: false,
  };
}

export function failedItem(item: PlannedItem, message: string): ItemResult {
  const outcome = { state: 'error' as const, ms: 0, error: { message } };
  if (item.scenario === undefined) {
    const { module, test } = item;
    return { testCode: test.testCode, moduleCode: module.moduleCode, title: itemTitle(item), ...outcome, actions: [] };
  }
  const { scenario, row, example, name, featureCode, featureName, file, line } = item.scenario;
  return { scenario, row, example, name, featureCode, featureName, file, line, ...outcome, steps: [] };
}

const ConsoleLine = z.object({
  level: z.enum(['error', 'warning', 'info', 'debug']),
  text: z.string(),
  url: z.string().optional(),
  line: z.number().optional(),
  at: z.string(),
});

export const consoleOf = (content: Uint8Array): z.infer<typeof ConsoleLine>[] =>
  new TextDecoder()
    .decode(content)
    .split('\n')
    .filter(line => line !== '')
    .flatMap(line => ConsoleLine.safeParse(JSON.parse(line)).data ?? []);
