import { z } from 'zod';
import { ActionId, RunId, TestCode, VersionId } from '../names/codes.ts';
import type { VersionContent } from '../project/version-content.ts';
import { ObservedText } from '../values/observed.ts';
import { type ActionResult, Repair, type ResultNode, type Run } from './run.ts';

/** `outdated`: the action is gone or has another locator by now. */
export const REPAIR_STATES = ['open', 'accepted', 'rejected', 'outdated'] as const;

/** What a run proposes: to give an action the locator that stood in for its own. */
export const RepairProposal = z.strictObject({
  runId: RunId,
  versionId: VersionId,
  testCode: TestCode,
  actionId: ActionId,
  title: ObservedText,
  ...Repair.shape,
});
export type RepairProposal = z.infer<typeof RepairProposal>;

/** The proposals of a run, each once, however often the action was performed; of actions that passed then. */
export function proposalsOf({ runId, versionId, items, scenarios = [] }: Run): RepairProposal[] {
  const found = new Map<string, RepairProposal>();
  const ofTests = items.flatMap(({ before, actions, after }) => [
    ...(before?.actions ?? []),
    ...actions,
    ...(after?.actions ?? []),
  ]);
  const ofSteps = scenarios.flatMap(({ steps }) => steps.flatMap(({ actions }) => actions));
  const results = [...ofTests, ...ofSteps].flatMap(withInner);
  for (const { repaired, state, testCode, actionId, title } of results) {
    if (repaired === undefined || state !== 'passed') continue;
    const key = JSON.stringify([testCode, actionId, repaired.from, repaired.to]);
    if (!found.has(key)) found.set(key, { runId, versionId, testCode, actionId, title, ...repaired });
  }
  return [...found.values()];
}

const withInner = (result: ActionResult): ActionResult[] => [result, ...(result.actions ?? []).flatMap(withInner)];

/** The repairs of an action and of those below it, in a sentence each. */
export const repairSentences = ({ title, repaired, actions = [] }: ResultNode): string[] => [
  ...(repaired === undefined ? [] : [`Repaired “${title}”: ${repairWords(repaired)}`]),
  ...actions.flatMap(repairSentences),
];

/** What stood in for what and, where that is another, what the element is called now. */
export function repairWords({ from, to, was, now }: Repair): string {
  const words = `${to} was used instead of ${from}, which finds nothing`;
  return was === undefined || now === undefined || was === now ? words : `${words} (“${was}” → “${now}”)`;
}

/** What has become of a proposal, as the project is now. */
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
