import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { checkRunRequest } from './check-run-request.ts';
import { type ChosenItems, chooseItems } from './choose-items.ts';
import { performedTests, refuseProblems } from './performed-tests.ts';
import { planScenarios, textsOf } from './plan-scenarios.ts';
import { findForSuites, planItems, withoutFoundAgain } from './plan-suite.ts';
import type { Asking, EveryItem, RunnableProject, RunRequest } from './run-request.ts';

export const allPerformed = (content: VersionContent, items: readonly { test: Test }[]): Test[] => [
  ...new Set(items.flatMap(({ test }) => performedTests(content, test))),
];

type PlannedItems = EveryItem & ChosenItems<Asking>;

/** Plans no sign-ins. Errors: as `planRun`, except for missing items. */
export async function plannedItems(project: RunnableProject, request: RunRequest): Promise<PlannedItems> {
  const { of = await everyItem(project, request), place } = request.onlyItem ?? {};
  if (place === undefined) return { ...of, ...chooseItems(of.items, request.choice) };
  return { ...of, items: of.items.slice(place, place + 1), places: [place] };
}

/** For callers that run its items one by one. Errors: as `plannedItems`. */
export async function everyItem(project: RunnableProject, request: RunRequest): Promise<EveryItem> {
  const { targets, scenarios = [], repeatEach = 1, devices } = request;
  const { ofScenarios, suites } = await planFeatures(request);
  checkRunRequest(request);
  const ofTests = (await Promise.all(targets.map(target => planItems({ project, request, suites }, target)))).flat();
  const items = withoutFoundAgain([...ofTests, ...ofScenarios])
    .flatMap(item => onDevices(item, devices))
    .flatMap(item => repeated(item, repeatEach));
  return { items, features: textsOf([...scenarios, ...suites.targets]), warnings: suites.warnings };
}

function onDevices(item: Asking, devices: readonly string[] = []): Asking[] {
  if (devices.length === 0 || item.isSkipped) return [item];
  const { scenario } = item;
  return devices.map(device => ({ ...item, device, ...(scenario && { scenario: { ...scenario, device } }) }));
}

function repeated(item: Asking, count: number): Asking[] {
  if (count === 1 || item.isSkipped) return [item];
  return Array.from({ length: count }, (_, index) => {
    const repeat = { index, count };
    const { scenario } = item;
    return scenario === undefined ? { ...item, repeat } : { ...item, scenario: { ...scenario, repeat } };
  });
}

async function planFeatures(request: RunRequest) {
  const { content, targets } = request;
  const ofScenarios = planScenarios(content, request);
  refuseProblems(content, allPerformed(content, targets));
  const suites = await findForSuites(content, targets);
  refuseProblems(content, allPerformed(content, [...ofScenarios, ...suites.items, ...suites.tests]));
  return { ofScenarios, suites };
}
