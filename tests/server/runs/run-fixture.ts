import { MAIN_VERSION, ProjectId, RunId } from '../../../model/names/codes.ts';
import { NO_FEATURES } from '../../../model/project/features-file.ts';
import { NO_LINKS } from '../../../model/project/link.ts';
import { Module } from '../../../model/project/module.ts';
import { Test } from '../../../model/project/test.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';
import { itemTitle } from '../../../model/run/item-title.ts';
import { ActionResult, RunItem } from '../../../model/run/run.ts';
import type { RunMachine } from '../../../server/runs/messages/machine.ts';

export const STARTED_AT = Date.parse('2026-01-02T03:04:05.678Z');

export const MACHINE: RunMachine = {
  steploom: '1.2.3',
  node: '20.20.0',
  platform: 'linux',
  platformRelease: '6.1',
  processor: 'x64',
};

/** A clock that stands still until it is moved. */
export function handClock(at = STARTED_AT) {
  let now = at;
  return {
    now: () => now,
    pass(ms: number) {
      now += ms;
    },
  };
}

const shop = Module.parse({ format: 1, moduleCode: 'm1', name: 'Shop', rank: 1, tests: [] });
export const admin = Module.parse({ format: 1, moduleCode: 'm2', name: 'Admin', rank: 2, tests: [] });

export function planned(
  testCode: string,
  name: string,
  more: Partial<PlannedItem> & { tags?: string[] } = {},
): PlannedItem {
  const { tags, ...rest } = more;
  const test = Test.parse({ testCode, name, type: 'web', actions: [], ...(tags === undefined ? {} : { tags }) });
  return { module: shop, test, parameters: {}, ...rest };
}

export function planOf(items: readonly PlannedItem[], more: Partial<RunPlan> = {}): RunPlan {
  return {
    runId: RunId.parse('r1'),
    projectId: 'demo',
    moduleCode: shop.moduleCode,
    testCode: items[0]?.test.testCode,
    title: 'Shop › All',
    content: {
      project: { format: 1, projectId: ProjectId.parse('demo'), name: 'Demo', defaultVersion: MAIN_VERSION },
      version: { format: 1, versionId: MAIN_VERSION, name: 'Main' },
      environments: { format: 1, environments: [] },
      modules: new Map(),
      features: NO_FEATURES,
      links: NO_LINKS,
      featureFiles: [],
      moduleOf: () => undefined,
      test: () => undefined,
    },
    projectData: {},
    appUrl: undefined,
    settings: {},
    environment: { name: 'Staging', variables: {}, secrets: {}, apps: {} },
    items,
    pathOf: async path => path,
    putFile: async () => {},
    baselines: { path: name => name, read: async () => undefined, write: async () => {} },
    repair: true,
    known: () => undefined,
    isRejected: () => false,
    updateScreenshots: false,
    context: 'fresh',
    slowMoMs: 0,
    screenshots: 'failure',
    headed: false,
    ...more,
  };
}

export const action = (index: number, title: string, more: Partial<ActionResult> = {}): ActionResult =>
  ActionResult.parse({
    actionIndex: index,
    actionId: `a${index + 1}`,
    testCode: 't1',
    type: 'click',
    title,
    state: 'passed',
    ms: 10,
    ...more,
  });

/** What the bridge makes of a planned test: its state is the worst of its actions unless given. */
export function ended(item: PlannedItem, actions: ActionResult[], more: Partial<RunItem> = {}): RunItem {
  const bad = actions.find(({ state }) => state !== 'passed' && state !== 'skipped');
  return RunItem.parse({
    testCode: item.test.testCode,
    moduleCode: item.module.moduleCode,
    title: itemTitle(item),
    ...(item.row === undefined ? {} : { row: item.row }),
    state: bad?.state ?? 'passed',
    ms: actions.reduce((sum, { ms }) => sum + ms, 0),
    actions,
    ...more,
  });
}

/** A click that found nothing, as the runner tells it. */
export const FAILED_CLICK: Partial<ActionResult> = {
  state: 'error',
  ms: 5_012.5,
  error: {
    message: 'No element matches button "Pay".',
    candidates: ["getByRole('button', { name: 'Pay now' })"],
    log: ['waiting for button'],
  },
};

export const FAILED_ASSERT: Partial<ActionResult> = {
  type: 'assert',
  state: 'failed',
  ms: 301.5,
  error: { message: 'The heading has another text.', expected: 'Welcome Bob', actual: 'Welcome Ann' },
};
