import { z } from 'zod';
import { ActionId, RunId, TestCode, VersionId } from '../names/codes.ts';
import type { VersionContent } from '../project/version-content.ts';
import { ObservedText } from '../values/observed.ts';
import { type ActionResult, allItems, type ItemResult, isScenario, Repair, type ResultNode, type Run } from './run.ts';

/** `outdated`: the action is gone or has another locator by now. */
export const REPAIR_STATES = ['open', 'accepted', 'rejected', 'outdated'] as const;

/** Proposes the locator that replaced the action's own. */
export const RepairProposal = z.strictObject({
  runId: RunId,
  versionId: VersionId,
  testCode: TestCode,
  actionId: ActionId,
  title: ObservedText,
  ...Repair.shape,
});
export type RepairProposal = z.infer<typeof RepairProposal>;

export const RepairedAction = RepairProposal.omit({ runId: true, versionId: true });
export type RepairedAction = z.infer<typeof RepairedAction>;

const resultsOf = (item: ItemResult): ActionResult[] =>
  isScenario(item)
    ? item.steps.flatMap(({ actions }) => actions)
    : [...(item.before?.actions ?? []), ...item.actions, ...(item.after?.actions ?? [])];

/** Each action once that passed with another locator than its own, however often it was performed. */
export function repairedActions(items: readonly ItemResult[]): RepairedAction[] {
  const found = new Map<string, RepairedAction>();
  for (const { repaired, state, testCode, actionId, title } of items.flatMap(resultsOf).flatMap(withInner)) {
    if (repaired === undefined || state !== 'passed') continue;
    const key = JSON.stringify([testCode, actionId, repaired.from, repaired.to]);
    if (!found.has(key)) found.set(key, { testCode, actionId, title, ...repaired });
  }
  return [...found.values()];
}

export const proposalsOf = (run: Run): RepairProposal[] =>
  repairedActions(allItems(run)).map(({ testCode, actionId, title, ...repair }) => ({
    ...{ runId: run.runId, versionId: run.versionId },
    ...{ testCode, actionId, title },
    ...repair,
  }));

export const leftOutCount = (items: readonly ItemResult[]): number =>
  new Set(
    items
      .flatMap(resultsOf)
      .flatMap(withInner)
      .flatMap(({ leftOut, testCode, actionId }) => (leftOut ? [`${testCode} ${actionId}`] : [])),
  ).size;

export const repairCount = (items: readonly ItemResult[]): number => repairedActions(items).length;

const withInner = (result: ActionResult): ActionResult[] => [result, ...(result.actions ?? []).flatMap(withInner)];

export const repairSentences = ({ title, repaired, actions = [] }: ResultNode): string[] => [
  ...(repaired === undefined ? [] : [`Repaired “${title}”: ${repairWords(repaired)}`]),
  ...actions.flatMap(repairSentences),
];

export const leftOutSentences = ({ title, leftOut, actions = [] }: ResultNode): string[] => [
  ...(leftOut ? [`Left out on import: ${title}`] : []),
  ...actions.flatMap(leftOutSentences),
];

export function repairWords({ from, to, was, now }: Repair): string {
  const words = `${to} was used instead of ${from}, which finds nothing`;
  return was === undefined || now === undefined || was === now ? words : `${words} (“${was}” → “${now}”)`;
}

export function repairState(
  { testCode, actionId, from, to }: RepairProposal,
  content: VersionContent | undefined,
  isRejected: (actionId: ActionId, repair: Repair) => boolean,
): (typeof REPAIR_STATES)[number] {
  const action = content?.test(testCode)?.actions.find(candidate => candidate.actionId === actionId);
  if (action === undefined || !('locator' in action)) return 'outdated';
  if (action.locator === to) return 'accepted';
  if (action.locator !== from || !action.fallbacks?.includes(to)) return 'outdated';
  return isRejected(actionId, { from, to }) ? 'rejected' : 'open';
}
