import { z } from 'zod';
import type { ApiClient } from './running-steploom.ts';

const Code = z.string();

export const ActionReply = z.looseObject({ actionIndex: z.number(), actionId: Code, type: z.string() });
export const TestReply = z.looseObject({
  testCode: Code,
  testId: Code,
  moduleCode: Code,
  moduleId: Code,
  name: z.string(),
  actionCount: z.number(),
  actions: z.array(ActionReply).optional(),
  revision: z.string(),
});
const PerformedReply = z.looseObject({ state: z.string(), error: z.looseObject({ message: z.string() }).optional() });
export const ModuleReply = z.looseObject({
  moduleCode: Code,
  moduleId: Code,
  name: z.string(),
  parentModule: Code.optional(),
  order: z.number(),
  testCount: z.number(),
  tests: z.array(TestReply).optional(),
  revision: z.string(),
});
export const EnvironmentReply = z.looseObject({
  environmentCode: Code,
  name: z.string(),
  items: z.array(
    z.looseObject({ name: z.string(), kind: z.string(), value: z.string().optional(), set: z.boolean().optional() }),
  ),
  revision: z.string(),
});

/** Edits a project over HTTP in few words: every method is one tool call. */
export class Author {
  readonly client: ApiClient;

  constructor(client: ApiClient) {
    this.client = client;
  }

  /** Calls a tool whose answer does not matter. */
  async do(name: string, args: object = {}): Promise<void> {
    await this.client.call(name, args, z.unknown());
  }

  /** Performs an action on the live page. Throws with why it did not pass. */
  async perform(action: object): Promise<void> {
    const { state, error } = await this.client.call('performAction', { action }, PerformedReply);
    if (state !== 'passed') throw new Error(`The action is told as ${state}: ${error?.message}`);
  }

  async module(name: string, fields: object = {}) {
    return (await this.client.call('createModule', { name, ...fields }, z.object({ module: ModuleReply }))).module;
  }

  async test(moduleCode: string, name: string, fields: object = {}) {
    const reply = await this.client.call(
      'createTest',
      { moduleCode, name, ...fields },
      z.object({ test: TestReply, problems: z.array(z.unknown()).optional() }),
    );
    return reply.test;
  }

  async action(place: { moduleCode: string; testCode: string }, fields: object) {
    const { moduleCode, testCode } = place;
    const args = { moduleCode, testCode, ...fields };
    return (await this.client.call('createAction', args, z.object({ action: ActionReply }))).action;
  }

  async environment(name: string, items: readonly object[] = []) {
    const reply = await this.client.call(
      'createEnvironment',
      { name, items },
      z.object({ environment: EnvironmentReply }),
    );
    return reply.environment;
  }

  async modules(args: object = {}) {
    return (await this.client.call('getModules', args, z.object({ modules: z.array(ModuleReply) }))).modules;
  }

  async tests(args: object = {}) {
    return (await this.client.call('getTests', args, z.object({ tests: z.array(TestReply) }))).tests;
  }

  async actions(place: { moduleCode: string; testCode: string }) {
    const { moduleCode, testCode } = place;
    const Reply = z.object({ actions: z.array(ActionReply), revision: z.string() });
    return (await this.client.call('getActions', { moduleCode, testCode }, Reply)).actions;
  }

  async links() {
    const Link = z.looseObject({
      text: z.string(),
      testCode: Code,
      parameters: z.record(z.string(), z.string()).optional(),
    });
    return (await this.client.call('getLinks', {}, z.object({ links: z.array(Link) }))).links;
  }

  /** Runs a test and waits for its end; resolves with the id of the run. */
  async run(testId: string, fields: object = {}): Promise<string> {
    const Started = z.looseObject({ runId: z.string() });
    return (await this.client.call('runTest', { testId, wait: 25, ...fields }, Started)).runId;
  }

  async environments() {
    const Reply = z.object({ environments: z.array(EnvironmentReply) });
    return (await this.client.call('getEnvironments', {}, Reply)).environments;
  }

  /** Reason of a call that must fail: the stable word, then the sentence. */
  async refusal(name: string, args: object = {}): Promise<string> {
    const { data, message } = await this.client.failure(name, args);
    return `${String(data.reason)}: ${message}`;
  }
}
