// @module-tag full
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SAMPLE_PROJECT_ID } from '../../model/names/codes.ts';
import { copySampleProject } from '../../server/sample/copy-sample-project.ts';
import { steploom } from '../support/command-line.ts';
import { connectOfficial } from '../support/official-clients.ts';
import { type RunningSteploom, startSteploom } from '../support/running-steploom.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

const BYTES_A_TOKEN = 4;
const Answer = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

/** What a task cost an agent after it had read the list of tools. */
interface Cost {
  calls: number;
  tokens: number;
}

/** An agent in a host that lets it call only what is listed, with nothing but an address and a token. */
interface Agent extends AsyncDisposable {
  cost: Cost;
  /** What a listed tool answers as text; throws what it was refused with. */
  text(name: string, args?: Record<string, unknown>): Promise<string>;
  call<Schema extends z.ZodType>(
    schema: Schema,
    name: string,
    args?: Record<string, unknown>,
  ): Promise<z.output<Schema>>;
}

async function startAgent(url: string, token: string): Promise<Agent> {
  const client = await connectOfficial('v1', { url, token });
  const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
  const cost = { calls: 0, tokens: 0 };
  const text = async (name: string, args: Record<string, unknown> = {}) => {
    expect(listed, 'a host calls only what is listed').toContain(name);
    const { isError, content } = Answer.parse(await client.callTool({ name, arguments: args }));
    const words = content.map(item => item.text).join('\n');
    cost.calls += 1;
    cost.tokens += Math.ceil(Buffer.byteLength(words) / BYTES_A_TOKEN);
    if (isError === true) throw new Error(words);
    return words;
  };
  return {
    cost,
    text,
    call: async (schema, name, args) => schema.parse(JSON.parse(await text(name, args))),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

const Performed = z.object({
  state: z.string(),
  came: z.array(z.string()).default([]),
  kept: z.object({ moduleCode: z.string(), testCode: z.string() }).optional(),
});
const Ended = z.object({
  state: z.string(),
  failure: z
    .object({
      message: z.string(),
      candidates: z.array(z.string()).optional(),
      action: z.object({ testCode: z.string(), actionId: z.string() }),
    })
    .optional(),
  redSteps: z.array(z.object({ scenario: z.string(), stepIndex: z.number(), text: z.string() })).optional(),
});
const Made = z.object({ test: z.object({ testCode: z.string() }) });

const refOf = (lines: readonly string[], what: string): string =>
  lines.find(line => line.includes(what))?.split(' ')[0] ?? `no ${what} in ${lines.join('; ')}`;

describe('what tasks cost an agent with nothing but a token', () => {
  let workspace: TemporaryDirectory;
  let service: RunningSteploom;
  let token: string;

  beforeAll(async () => {
    workspace = await temporaryDirectory();
    await copySampleProject(workspace.path);
    service = await startSteploom(workspace.path);
    const line = ['token', 'create', '--project', SAMPLE_PROJECT_ID, '--name', 'agent', '--access', 'write'];
    token = (await steploom(workspace.path, ...line)).stdout.trim();
  });

  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await workspace?.[Symbol.asyncDispose]();
  });

  const agent = () => startAgent(service.apiUrl, token);

  /** What was done before may have left somebody signed in, or a page without what is looked for. */
  beforeEach(async () => {
    await using other = await agent();
    await other.text('performActions', { actions: [{ type: 'visit', url: '/' }], context: 'fresh' });
  });

  it('a sign-in is explored and kept as a test in 3 calls', async () => {
    await using own = await agent();
    const home = await own.call(Performed, 'performActions', { actions: [{ type: 'visit', url: '/' }] });
    const toForm = { type: 'click', locator: refOf(home.came, 'link "Sign in"') };
    const { came } = await own.call(Performed, 'performActions', { actions: [toForm] });
    const { state, kept } = await own.call(Performed, 'performActions', {
      actions: [
        { type: 'visit', url: '/' },
        toForm,
        { type: 'fill', locator: refOf(came, '"User name"'), value: '{{ env.customer }}' },
        { type: 'fill', locator: refOf(came, '"Password"'), value: '{{ secret.customerPassword }}' },
        { type: 'click', locator: refOf(came, 'button "Sign in"') },
        { type: 'assert', matcher: 'toBeVisible', locator: "getByRole('button', { name: 'Sign out' })" },
      ],
      keepAs: { moduleCode: 'Agents', name: 'A customer signs in' },
    });
    expect([state, kept !== undefined]).toEqual(['passed', true]);
    expect(own.cost.calls).toBe(3);
    expect(own.cost.tokens).toBeLessThan(1_600);
  });

  it('why a test fails is found out and mended in 4 calls, the opening of the IDE included', async () => {
    await using own = await agent();
    const broken = {
      testCode: 't2',
      actionId: 'a9',
      locator: "getByRole('button', { name: 'Log out' })",
      timeoutMs: 3_000,
    };
    await own.text('editAction', broken);
    const before = { ...own.cost };
    await own.text('openIDE');
    const { failure } = await own.call(Ended, 'runTest', { testId: 't2', wait: 25 });
    expect(failure?.message).toContain('No element matches button “Log out”');
    const [locator] = failure?.candidates ?? [];
    expect(locator).toBe("getByRole('button', { name: 'Sign out' })");
    const { testCode, actionId } = failure?.action ?? {};
    await own.text('editAction', { testCode, actionId, locator });
    expect(await own.call(Ended, 'runTest', { testId: testCode, wait: 25 })).toEqual({ state: 'passed' });
    expect(own.cost.calls - before.calls).toBe(4);
    expect(own.cost.tokens - before.tokens).toBeLessThan(300);
  });

  it('a test with an assertion is written and run in 4 calls, the opening of the IDE included', async () => {
    await using own = await agent();
    const search = [
      { type: 'visit', url: '/' },
      { type: 'fill', locator: "getByRole('searchbox')", value: 'mug' },
      { type: 'press', key: 'Enter' },
    ];
    const { came } = await own.call(Performed, 'performActions', { actions: search });
    const mug = came.find(line => line.includes('heading "Enamel mug"')) ?? '';
    const actions = [...search, { type: 'assert', matcher: 'toBeVisible', locator: mug.split(' ')[0] }];
    const { test } = await own.call(Made, 'createTest', { moduleCode: 'm2', name: 'Finds mugs', actions });
    await own.text('openIDE');
    const ended = await own.call(Ended, 'runTest', { testId: test.testCode, wait: 25 });
    expect(ended.state).toBe('passed');
    expect(own.cost.calls).toBe(4);
    expect(own.cost.tokens).toBeLessThan(800);
  });

  it('the red step of a scenario is found, implemented, linked and played in 5 calls, the opening of the IDE included', async () => {
    await using own = await agent();
    await own.text('openIDE');
    const red = await own.call(Ended, 'runTest', { scenario: 'f1.s2', wait: 25 });
    const [{ scenario, stepIndex } = { scenario: '', stepIndex: -1 }, ...others] = red.redSteps ?? [];
    expect([red.state, stepIndex, others]).toEqual(['notImplemented', 1, []]);
    const { state, kept } = await own.call(Performed, 'performActions', {
      actions: [
        { type: 'visit', url: '/basket' },
        { type: 'assert', matcher: 'toContainText', locator: "getByRole('table')", expected: 'Enamel mug' },
        { type: 'assert', matcher: 'toContainText', locator: "getByTestId('total')", expected: '€' },
      ],
      keepAs: { moduleCode: 'm4', name: 'Shows the total' },
    });
    expect(state).toBe('passed');
    const link = { scenario, stepIndex, testCode: kept?.testCode };
    await own.text('useTool', { name: 'linkStep', arguments: link });
    expect(await own.call(Ended, 'runTest', { scenario, wait: 25 })).toEqual({ state: 'passed' });
    expect(own.cost.calls).toBe(5);
    expect(own.cost.tokens).toBeLessThan(900);
  });

  it('mistakes that agents make are told with what would work', async () => {
    await using own = await agent();
    const refusal = (name: string, args: Record<string, unknown>) => own.text(name, args).catch(String);
    const step = { name: 'linkStep', text: 'the money is paid back', testCode: 't1' };
    expect(await refusal('useTool', step)).toContain('inside "arguments"');
    const perform = (action: object) => refusal('performActions', { actions: [action] });
    expect(await perform({ type: 'type', locator: '#x', value: 'a' })).toContain('Did you mean "fill"?');
    expect(await perform({ type: 'navigate', url: '/' })).toContain('Did you mean "visit"?');
    const byRef = await perform({ type: 'fill', ref: 'e1', text: 'ann' });
    expect(byRef).toContain('Did you mean "locator"? It takes refs, too.');
    expect(byRef).toContain('Did you mean "value"?');
    const words = await perform({ type: 'click', locator: 'Price list', timeoutMs: 300 });
    expect(words).toContain("getByText('Price list')");
    expect(words).toContain("getByRole('link', { name: 'Price list (CSV)' })");
  });
});
