import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import type { ItemResult } from '../../../model/run/run.ts';
import type { ItemRequest } from './item-request.ts';
import { runItem, skippedItem } from './run-item.ts';
import { runScenario, untriedScenario } from './run-scenario.ts';

/** Runs what an item is about, on a page that stands ready. Never throws: what went wrong is in the result. */
export const runPlanned = (request: ItemRequest): Promise<ItemResult> =>
  request.item.scenario === undefined ? runItem(request) : runScenario(request, request.item.scenario);

/** The result of what is listed and not run. */
export const leftOut = (item: PlannedItem): ItemResult =>
  item.scenario === undefined ? skippedItem(item) : untriedScenario(item.scenario);
