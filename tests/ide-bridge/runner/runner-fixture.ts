import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { z } from 'zod';
import { PausedBy } from '../../../model/run/breakpoint.ts';
import { noteRun } from '../../support/run-report/doors.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { type Answer, servePages } from '../browser/app-fixture.ts';

const Failure = z.object({
  message: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  candidates: z.array(z.string()).optional(),
  log: z.array(z.string()).optional(),
  consoleErrors: z.array(z.string()).optional(),
  failedRequests: z.array(z.looseObject({ url: z.string() })).optional(),
  pictures: z.object({ expected: z.string().optional(), actual: z.string(), diff: z.string().optional() }).optional(),
  errorHash: z.string().optional(),
});

const ActionView = z.object({
  actionIndex: z.number(),
  actionId: z.string(),
  testCode: z.string(),
  type: z.string(),
  title: z.string(),
  state: z.string(),
  ms: z.number(),
  round: z.number().optional(),
  error: Failure.optional(),
  screenshot: z.string().optional(),
  screenshotNote: z.string().optional(),
  note: z.string().optional(),
  moment: z.number().optional(),
  file: z.string().optional(),
  call: z.looseObject({ url: z.string() }).optional(),
  branch: z.string().optional(),
  repaired: z.looseObject({ from: z.string(), to: z.string() }).optional(),
  dialogs: z.array(z.looseObject({ message: z.string() })).optional(),
  get actions() {
    return z.array(ActionView).optional();
  },
});
export type ActionView = z.infer<typeof ActionView>;

const SignIns = z
  .array(
    z.object({
      role: z.string().optional(),
      title: z.string(),
      state: z.string(),
      error: Failure.optional(),
      actions: z.array(ActionView),
    }),
  )
  .optional();

const Results = z.object({
  runId: z.string(),
  state: z.string(),
  outcome: z.string().optional(),
  reason: z.string().optional(),
  role: z.string().optional(),
  signIns: SignIns,
  error: Failure.optional(),
  actions: z.array(ActionView).default([]),
  items: z
    .array(
      z.object({
        testCode: z.string(),
        title: z.string(),
        state: z.string(),
        role: z.string().optional(),
        signIns: SignIns,
        row: z.object({ index: z.number(), values: z.record(z.string(), z.unknown()) }).optional(),
        error: Failure.optional(),
        actions: z.array(ActionView),
      }),
    )
    .default([]),
  omitted: z.string().optional(),
});
export type Results = z.infer<typeof Results>;

const Status = z.object({
  state: z.string(),
  runId: z.string().optional(),
  action: z
    .object({
      actionIndex: z.number(),
      actionId: z.string(),
      type: z.string(),
      title: z.string(),
      testCode: z.string(),
    })
    .optional(),
  item: z.object({ index: z.number(), count: z.number(), title: z.string(), row: z.number().optional() }).optional(),
  done: z.number(),
  total: z.number(),
  reason: z.string().optional(),
  pausedBy: PausedBy.optional(),
  scopes: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

const UNDER_WAY = ['starting', 'running', 'paused'];

export type ActionInput = { type: string } & Record<string, unknown>;

/** Fields of createTest besides its place. */
export interface TestInput {
  name?: string;
  type?: string;
  actions?: readonly ActionInput[];
  [field: string]: unknown;
}

/** Whether lists of actions are run in a new browser context each, or on the page as the one before has left it. */
type RunContext = 'fresh' | 'live';

type RunnerParts = Pick<Runner, 'app' | 'origin' | 'moduleCode'> & { context: RunContext };

/** A whole service with one project whose app is a set of pages; tests are written and run through its tools. */
export class Runner {
  readonly app: TestApp;
  /** Address of the pages. */
  readonly origin: string;
  readonly moduleCode: string;

  readonly #context: RunContext;

  constructor({ app, origin, moduleCode, context }: RunnerParts) {
    this.app = app;
    this.origin = origin;
    this.moduleCode = moduleCode;
    this.#context = context;
  }

  call(tool: string, args: object = {}): Promise<unknown> {
    return this.app.client.call(tool, args, z.unknown());
  }

  /** Stores a test and resolves with its code. */
  async write(test: TestInput | readonly ActionInput[]): Promise<string> {
    const fields = isActions(test) ? { actions: test } : test;
    const given = { name: 'A test', moduleCode: this.moduleCode, ...fields };
    const reply = await this.app.client.call(
      'createTest',
      given,
      z.object({ test: z.object({ testCode: z.string() }) }),
    );
    return reply.test.testCode;
  }

  /** Writes a test, runs it to its end and reads what came of it. */
  async run(test: TestInput | readonly ActionInput[], options: object = {}): Promise<Results> {
    const results = await this.runStored(await this.write(test), options);
    noteRun((isActions(test) ? test : test.actions) ?? [], results);
    return results;
  }

  async runStored(testId: string, options: object = {}): Promise<Results> {
    await this.call('runTest', { testId, wait: 25, ...options });
    await this.until(({ state }) => !UNDER_WAY.includes(state));
    return this.results();
  }

  /** Runs actions that must all pass. */
  async passes(actions: readonly ActionInput[], options: object = {}): Promise<Results> {
    const results = await this.run(actions, { context: this.#context, ...options });
    if (results.outcome !== 'passed') throw new Error(`The run ${results.outcome}: ${complaints(results)}`);
    return results;
  }

  /** Runs actions of which one must fail; answers that one. */
  async fails(
    actions: readonly ActionInput[],
    options: object = {},
  ): Promise<ActionView & { error: z.infer<typeof Failure> }> {
    const results = await this.run(actions, { context: this.#context, ...options });
    const bad = flat(results.actions).find(
      action => action.state !== 'passed' && action.error !== undefined && (action.actions ?? []).length === 0,
    );
    if (bad?.error === undefined) throw new Error(`No action failed; the run ${results.outcome}.`);
    return { ...bad, error: bad.error };
  }

  results(args: object = {}): Promise<Results> {
    return this.app.client.call('getTestResults', { limit: 10_000, ...args }, Results);
  }

  status() {
    return this.app.client.call('getTestStatus', {}, Status);
  }

  /** Keeps looking until the status is as wanted. */
  async until(isThere: (status: z.infer<typeof Status>) => boolean): Promise<z.infer<typeof Status>> {
    return vi.waitFor(
      async () => {
        const status = await this.status();
        if (!isThere(status)) throw new Error(`The run is ${status.state}: ${status.action?.title}.`);
        return status;
      },
      { timeout: 90_000, interval: 20 },
    );
  }
}

const isActions = (test: TestInput | readonly ActionInput[]): test is readonly ActionInput[] => Array.isArray(test);

/** All actions with those below them, each before its own. */
export const flat = (actions: readonly ActionView[]): ActionView[] =>
  actions.flatMap(action => [action, ...flat(action.actions ?? [])]);

export const states = (actions: readonly ActionView[]): string[] => actions.map(({ state }) => state);

const complaints = ({ actions, reason, error }: Results): string =>
  [reason, error?.message, ...flat(actions).map(action => action.error && `${action.title}: ${action.error.message}`)]
    .filter(Boolean)
    .join('; ');

type RunnerOptions = Pick<NonNullable<Parameters<typeof startTestApp>[0]>, 'pageLimits' | 'ownBrowser'> & {
  /** Of `passes` and `fails`; a new context costs five times as much as the actions of a short test. Default: live. */
  context?: RunContext;
  /** Whether each spec gets a service of its own. Default: those of a file share one. */
  isAnew?: boolean;
};

/** One service for all specs of a file, or of a part of it. */
export function useRunner(
  pages: Record<string, Answer>,
  { context = 'live', isAnew = false, ...options }: RunnerOptions = {},
): Runner {
  const started: { runner?: Runner; dispose?: () => Promise<void> } = {};
  const start = async () => {
    const served = await servePages(pages);
    const app = await startTestApp({ appUrl: served.origin, ...options });
    const { module } = await app.client.call(
      'createModule',
      { name: 'Pages' },
      z.object({ module: z.object({ moduleCode: z.string() }) }),
    );
    started.runner = new Runner({ app, origin: served.origin, moduleCode: module.moduleCode, context });
    started.dispose = async () => {
      await app[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
    };
  };
  if (isAnew) {
    beforeEach(start);
    afterEach(() => started.dispose?.());
  } else {
    beforeAll(start);
    afterAll(() => started.dispose?.());
  }
  return new Proxy(Runner.prototype, {
    get: (_target, name) => {
      if (started.runner === undefined) throw new Error('The service has not started.');
      const value: unknown = Reflect.get(started.runner, name);
      return typeof value === 'function' ? value.bind(started.runner) : value;
    },
  });
}
