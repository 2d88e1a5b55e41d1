import { isDeepStrictEqual } from 'node:util';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem, PlannedSuite } from '../../../model/protocol/bridge.ts';
import { catalogOf } from '../../feature-sync/feature-catalog.ts';
import { asBefore, editedSince } from '../plan/changed-tests.ts';
import { plannedKey } from '../plan/item-names.ts';
import { plannedItems } from '../plan/planned-items.ts';
import type { RunnableProject, RunRequest } from '../plan/run-request.ts';
import { targetOf } from '../plan/select-run.ts';

/** Which part of a run is to run again. */
export interface ItemFilter {
  /** Leaves out tests and scenarios, so that their problems keep nothing else from running; suites stay. */
  narrow(request: RunRequest): RunRequest;
  keep(item: PlannedItem): boolean;
}

export const filterOf = (keep: ItemFilter['keep']): ItemFilter => ({ narrow: request => request, keep });

export const ALL_ITEMS = filterOf(() => true);

/**
 * Keeps what an edit affects: what was edited itself, and what plugs it in, has it as a hook or is linked to it; all,
 * where the project or an environment was edited. Tests with changed files, by their codes, count as edited.
 */
export async function affectedSince(
  before: VersionContent,
  now: VersionContent,
  withChangedFiles: ReadonlySet<string> = new Set(),
): Promise<ItemFilter> {
  if (!isSameAround(before, now)) return ALL_ITEMS;
  const edited = editedSince(now, asBefore(before), withChangedFiles);
  const catalog = await catalogOf(now);
  const isSuiteEdited = (suite: PlannedSuite | undefined): boolean =>
    suite !== undefined &&
    (!isDeepStrictEqual(before.test(suite.test.testCode), suite.test) || isSuiteEdited(suite.suite));
  return {
    narrow: ({ targets, scenarios = [], ...request }) => ({
      ...request,
      targets: targets.filter(target => target.test.type === 'suite' || edited.test(target)),
      scenarios: scenarios.filter(edited.scenario),
    }),
    keep: item =>
      isSuiteEdited(item.suite) ||
      (item.scenario ? edited.scenario(targetOf(catalog, item.scenario)) : edited.test(item)),
  };
}

const isSameAround = (before: VersionContent, now: VersionContent): boolean =>
  isDeepStrictEqual([before.project, before.environments], [now.project, now.environments]);

/** What of a run the filter keeps, and the request for just that. Errors: as `plannedItems`. */
export async function keptOfRun(
  project: RunnableProject,
  whole: RunRequest,
  { narrow, keep }: ItemFilter,
): Promise<{ items: readonly PlannedItem[]; request: RunRequest }> {
  const request = narrow(whole);
  if (isEmpty(request)) return { items: [], request };
  const items = (await plannedItems(project, request)).items.filter(keep);
  const keys = new Set(items.map(plannedKey));
  const choice = { ...request.choice, keep: (item: PlannedItem) => keys.has(plannedKey(item)) };
  return { items, request: { ...request, choice } };
}

export const isEmpty = ({ targets, scenarios = [] }: RunRequest): boolean => targets.length + scenarios.length === 0;
