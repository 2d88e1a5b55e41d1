import { z } from 'zod';
import { type ActionInput, flat, type Runner } from './runner-fixture.ts';

const Reply = z.looseObject({
  state: z.string(),
  pausedBy: z.looseObject({ kind: z.string() }).optional(),
  action: z.looseObject({ actionIndex: z.number(), title: z.string(), testCode: z.string() }).optional(),
});

const Actions = z.object({ actions: z.array(z.looseObject({ actionId: z.string() })) });

export const note = (text: string): ActionInput => ({ type: 'comment', text });

/** Runs that are paused, told by the titles of the actions they are paused before. */
export class PausedRuns {
  readonly #runner: Runner;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  call(tool: string, args: object = {}): Promise<unknown> {
    return this.#runner.call(tool, args);
  }

  async breakAt(testId: string, actionIndex: number, fields: object = {}): Promise<string> {
    const Breakpoint = z.object({ breakpoint: z.looseObject({ breakpointId: z.string() }) });
    const { client } = this.#runner.app;
    const { breakpoint } = await client.call('setBreakpoint', { testId, actionIndex, ...fields }, Breakpoint);
    return breakpoint.breakpointId;
  }

  /** Starts a test; answers where it is paused, or how it ended. */
  async start(testId: string, options: object = {}): Promise<string> {
    return this.#shown(await this.#runner.app.client.call('runTest', { testId, wait: 25, ...options }, Reply));
  }

  async resume(mode?: string, fields: object = {}): Promise<string> {
    const how = { ...(mode === undefined ? {} : { mode }), wait: 25, ...fields };
    return this.#shown(await this.#runner.app.client.call('resumeTest', how, Reply));
  }

  /** The title of the action the run is paused before now. */
  async place(): Promise<string> {
    return this.#shown(await this.#runner.app.client.call('getTestStatus', {}, Reply));
  }

  /** Titles of what was performed, those below others after them. */
  async performed(): Promise<string[]> {
    const { actions } = await this.#runner.results();
    return flat(actions).flatMap(({ title, state }) => (state === 'passed' ? [title] : []));
  }

  async actionIds(testCode: string): Promise<string[]> {
    const { moduleCode, app } = this.#runner;
    const { actions } = await app.client.call('getActions', { moduleCode, testCode }, Actions);
    return actions.map(({ actionId }) => actionId);
  }

  async stop(): Promise<void> {
    await this.#runner.call('stopTest').catch(() => {});
    await this.#runner.call('clearBreakpoints');
  }

  #shown({ state, action }: z.infer<typeof Reply>): string {
    return state === 'paused' ? (action?.title ?? 'nowhere') : state;
  }
}
