import type { RunView } from '../../../model/protocol/channel/channel.ts';
import { scenarioReference, scenarioTitle, signInTitle } from '../../../model/run/item-title.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { isBad } from '../../app/result-filter.ts';
import type {
  ShownAction,
  ShownFailure,
  ShownHook,
  ShownItem,
  ShownRun,
  ShownScenario,
  ShownStep,
  ShownTest,
} from './run-reply.ts';
import { isScenario } from './run-reply.ts';

export interface RunNode {
  /** Position from 1: `2.3.1` is the first action of the third step of the second scenario. */
  key: string;
  kind: 'scenario' | 'test' | 'step' | 'hook' | 'action';
  title: string;
  /** Who acts, with whom the title begins then. */
  actor?: string | undefined;
  /** Which example it is, and in which window it ran. */
  note?: string | undefined;
  /** By column. */
  example?: Readonly<Record<string, string>> | undefined;
  /** Before the title: the feature, the keyword of a step, the round of a loop. */
  lead?: string | undefined;
  state: string;
  /** Absent until it has ended. */
  ms?: number | undefined;
  testCode?: string | undefined;
  /** Of steps only: the position in the scenario. */
  index?: number | undefined;
  /** Passed, but not at the first attempt. */
  isFlaky?: boolean | undefined;
  /** Of an attempt before the last. */
  screenshot?: string | undefined;
  /** Of what ran in a browser context of its own. */
  video?: string | undefined;
  error?: ShownFailure | undefined;
  action?: ShownAction | undefined;
  /** Of a test or a scenario as a whole. */
  item?: ShownItem | undefined;
  children: readonly RunNode[];
}

export interface ItemNode extends RunNode {
  item: ShownItem;
}

export const placeOf = (item: ShownItem, { projectId, versionId }: ProjectPlace): ProjectPlace =>
  isScenario(item)
    ? { tab: 'features', projectId, versionId, feature: item.featureCode, scenario: item.scenario }
    : { tab: 'modules', projectId, versionId, moduleId: item.moduleCode, testId: item.testCode };

type NodeProgress = Pick<RunView, 'runId' | 'state' | 'action' | 'scenario' | 'item' | 'lanes'>;

const isOpen = (state: string): boolean => state === 'running' || state === 'paused';

const ENDED: NodeProgress = { state: 'idle' };

export function nodesOf(run: ShownRun, progress = ENDED): ItemNode[] {
  const isCurrent = progress.runId === run.runId && isOpen(progress.state);
  const tests = run.items.map((item, index) => testNode(item, `${index + 1}`));
  const scenarios = run.scenarios.map((one, index) => scenarioNode(one, `${tests.length + index + 1}`));
  const all = withoutCommonLead([...tests, ...scenarios]);
  const underWay = [
    ...run.items.map(test => progressAt(test, progress, isTestNow(test, progress))),
    ...run.scenarios.map(one => progressAt(one, progress, isScenarioNow(one, progress))),
  ];
  if (!isCurrent) return all;
  return all.map((node, index) => {
    const own = underWay[index];
    return isOpen(node.state) && own !== undefined ? withCurrent(node, own) : node;
  });
}

/** Where several items run side by side, the action in the window of this one. */
function progressAt(
  { lane }: { lane?: number | undefined },
  progress: NodeProgress,
  isCurrent: boolean,
): NodeProgress | undefined {
  if (progress.lanes === undefined) return isCurrent ? progress : undefined;
  const own = progress.lanes.find(each => each.lane === lane);
  return own && { ...progress, action: own.action };
}

const windowNote = ({ lane }: { lane?: number | undefined }): string | undefined =>
  lane === undefined ? undefined : `window ${lane}`;

/** After the actions of the last attempt, which is the one that counts. */
const attemptNodes = ({ attempts = [] }: Pick<ShownTest, 'attempts'>, key: string): RunNode[] =>
  attempts.map(({ state, ms, title, message = 'It ended without a reason.', screenshot, video }, index) => ({
    key: `${key}.try${index + 1}`,
    kind: 'hook',
    lead: `Attempt ${index + 1}:`,
    title: title ?? message,
    state,
    ms,
    error: { message },
    screenshot,
    video,
    children: [],
  }));

/** Progress may be newer than what was read of the run, so that it is matched by row. */
const isTestNow = ({ row }: ShownTest, { scenario, item }: NodeProgress): boolean =>
  scenario === undefined && (item === undefined || item.row === row?.index);

const isScenarioNow = (scenario: ShownScenario, progress: NodeProgress): boolean =>
  progress.scenario === scenarioReference(scenario);

function withoutCommonLead(nodes: readonly ItemNode[]): ItemNode[] {
  const isCommon = nodes.length > 1 && new Set(nodes.map(({ lead }) => lead)).size === 1;
  return nodes.map(node => (isCommon ? { ...node, lead: undefined } : node));
}

const keyed = (parent: string, index: number): string => `${parent}.${index + 1}`;

function scenarioNode(scenario: ShownScenario, key: string): ItemNode {
  const { row, example, featureName, file, state, ms, error, steps, ahead = [], signIns = [] } = scenario;
  const children = [
    ...signInNodes(signIns, key),
    ...steps.map((step, index) => stepNode(step, keyed(key, index))),
    ...ahead.map((step, index): RunNode => {
      const { keyword, text, testCode } = step;
      const place = keyed(key, steps.length + index);
      return { key: place, kind: 'step', lead: keyword.trim(), title: text, state: 'queued', testCode, children: [] };
    }),
    ...attemptNodes(scenario, key),
  ];
  const which = row === undefined ? [] : [`example ${row + 1}`];
  const note = [...which, windowNote(scenario) ?? []].flat().join(', ') || undefined;
  const lead = featureName || file;
  const title = scenarioTitle(scenario);
  const ran = { state, ms: endedMs(state, ms), error, isFlaky: scenario.flaky, video: scenario.video };
  const own = { title, note, example, item: scenario, ...ran };
  return { key, kind: 'scenario', lead, ...own, children };
}

function stepNode({ index: at, keyword, text, state, ms, testCode, error, actions }: ShownStep, key: string): RunNode {
  const children = actionNodes(actions, key);
  const ended = state === 'notImplemented' ? undefined : endedMs(state, ms);
  const lead = keyword.trim();
  return { key, kind: 'step', index: at, lead, title: text, state, ms: ended, testCode, error, children };
}

function testNode(test: ShownTest, key: string): ItemNode {
  const { title, moduleName, state, ms, error, testCode, actions, signIns = [], before, after } = test;
  const children = [
    ...signInNodes(signIns, key),
    ...(before === undefined ? [] : [hookNode(before, `${key}.before`, `Before: ${before.title}`)]),
    ...actionNodes(actions, key),
    ...(after === undefined ? [] : [hookNode(after, `${key}.after`, `After: ${after.title}`)]),
    ...attemptNodes(test, key),
  ];
  const ran = { state, ms: endedMs(state, ms), error, isFlaky: test.flaky, video: test.video };
  const own = { title, note: windowNote(test), testCode, item: test, ...ran };
  return { key, kind: 'test', lead: moduleName, ...own, children };
}

function hookNode({ state, ms, testCode, error, actions }: ShownHook, key: string, title: string): RunNode {
  const children = actionNodes(actions, key);
  return { key, kind: 'hook', title, state, ms: endedMs(state, ms), error, testCode, children };
}

const actionNodes = (actions: readonly ShownAction[], key: string): RunNode[] =>
  actions.map((action, index) => actionNode(action, keyed(key, index)));

const signInNodes = (signIns: readonly ShownHook[], key: string): RunNode[] =>
  signIns.map((hook, index) => hookNode(hook, `${key}.in${index + 1}`, signInTitle(hook)));

function actionNode(action: ShownAction, key: string): RunNode {
  const { title, actor, state, ms, round, testCode, error, actions = [] } = action;
  const children = actionNodes(actions, key);
  const lead = round === undefined ? undefined : `round ${round}`;
  const ran = { state, ms: endedMs(state, ms), error };
  return { key, kind: 'action', lead, title, actor, ...ran, testCode, action, children };
}

const endedMs = (state: string, ms: number): number | undefined =>
  isOpen(state) || state === 'skipped' ? undefined : ms;

/** Adds the action under way to the innermost node that has not ended. */
function withCurrent<Node extends RunNode>(node: Node, progress: NodeProgress): Node {
  const { state, action } = progress;
  const begun = node.kind === 'scenario' ? withBegunStep(node) : node;
  const at = begun.children.findLastIndex(child => isOpen(child.state));
  const inner = begun.children[at];
  if (inner !== undefined) return { ...begun, state, children: begun.children.with(at, withCurrent(inner, progress)) };
  if (action === undefined || node.kind === 'scenario') return { ...begun, state };
  const { title, actor, testCode } = action;
  const key = keyed(node.key, node.children.length);
  return {
    ...node,
    state,
    children: [...node.children, { key, kind: 'action', title, actor, testCode, state, children: [] }],
  };
}

/** The first step ahead is under way, unless another one is. */
function withBegunStep<Node extends RunNode>(node: Node): Node {
  if (node.children.some(({ state }) => isOpen(state))) return node;
  const at = node.children.findIndex(({ state, testCode }) => state === 'queued' && testCode !== undefined);
  const step = node.children[at];
  return step === undefined ? node : { ...node, children: node.children.with(at, { ...step, state: 'running' }) };
}

/** What the arrow keys go through. */
export const leavesOf = (nodes: readonly RunNode[]): RunNode[] =>
  nodes.flatMap(node => (node.children.length === 0 ? [node] : leavesOf(node.children)));

export function findNode(nodes: readonly RunNode[], key: string): RunNode | undefined {
  for (const node of nodes) {
    if (node.key === key) return node;
    const found = key.startsWith(`${node.key}.`) ? findNode(node.children, key) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** From the outermost node to the node itself. */
export function pathTo(nodes: readonly RunNode[], key: string): RunNode[] {
  const node = nodes.find(one => key === one.key || key.startsWith(`${one.key}.`));
  return node === undefined ? [] : [node, ...(node.key === key ? [] : pathTo(node.children, key))];
}

/** The first failed action; a failure outside of actions counts as well. */
export function firstBad(nodes: readonly RunNode[]): RunNode | undefined {
  for (const node of nodes) {
    if (!isBad(node)) continue;
    return firstBad(node.children) ?? node;
  }
  return undefined;
}

/** Shown until somebody chooses: the newest while the run goes on, then what went wrong first. */
export function followed(nodes: readonly RunNode[], isUnderWay: boolean): RunNode | undefined {
  const leaves = leavesOf(nodes);
  const begun = leaves.filter(({ state }) => state !== 'queued' && state !== 'skipped');
  if (isUnderWay) return leaves.find(({ state }) => isOpen(state)) ?? begun.at(-1);
  const unlinked = leaves.find(({ state }) => state === 'notImplemented');
  return firstBad(nodes) ?? unlinked ?? repairedOf(nodes)[0] ?? begun.at(-1) ?? leaves[0];
}

export const leftOutOf = (nodes: readonly RunNode[]): RunNode[] =>
  leavesOf(nodes).filter(({ action }) => action?.leftOut);

export const repairedOf = (nodes: readonly RunNode[]): RunNode[] =>
  leavesOf(nodes).filter(({ action }) => action?.repaired !== undefined);

export function pictureOf(node: RunNode): string | undefined {
  const own = node.action?.screenshot ?? node.screenshot;
  if (own !== undefined) return own;
  for (const child of node.children.toReversed()) {
    const picture = pictureOf(child);
    if (picture !== undefined) return picture;
  }
  return undefined;
}

export function pictureBefore(nodes: readonly RunNode[], key: string): string | undefined {
  const leaves = leavesOf(pathTo(nodes, key).slice(0, 1));
  const at = leaves.findIndex(leaf => leaf.key === key);
  return leaves.slice(0, Math.max(0, at)).findLast(({ action }) => action?.screenshot !== undefined)?.action
    ?.screenshot;
}

export const hasPictures = (nodes: readonly RunNode[]): boolean =>
  leavesOf(nodes).some(({ state, action }) => state === 'passed' && action?.screenshot !== undefined);
