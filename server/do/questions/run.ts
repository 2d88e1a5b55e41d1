import timers from 'node:timers/promises';
import { z } from 'zod';
import { type AskingVerb, type DoSession, print, readArguments, usageFault } from '../do-session.ts';
import { RunFailure, tellFailure } from '../told-failure.ts';

const USAGE = 'run <test> [--to <row>] [--from <row>] [--environment <name>]';
const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  environment: { type: 'string', short: 'e' },
} as const;
const WAIT_SECONDS = 20;

const ToldEnd = z.object({
  runId: z.string(),
  state: z.string(),
  reason: z.string().optional(),
  failure: RunFailure.optional(),
  action: z.object({ actionIndex: z.number(), title: z.string() }).optional(),
});
type ToldEnd = z.output<typeof ToldEnd>;

async function ask(words: readonly string[], session: DoSession): Promise<void> {
  const { values, positionals } = readArguments(words, USAGE, OPTIONS);
  const [testId] = positionals;
  if (testId === undefined) throw usageFault('The code of a test is missing', USAGE);
  const row = (text: string | undefined) => (text === undefined ? undefined : Number(text) - 1);
  const first = await session.call('runTest', {
    testId,
    fromAction: row(values.from),
    toAction: row(values.to),
    environment: values.environment,
    wait: WAIT_SECONDS,
  });
  tellEnd(session, testId, await untilEnded(session, first));
}

const UNDER_WAY = ['starting', 'running'];
const LOOK_EVERY_MS = 500;

/** runTest waits no longer than a call may last. */
async function untilEnded(session: DoSession, first: unknown): Promise<unknown> {
  const { runId, state } = ToldEnd.parse(first);
  if (!UNDER_WAY.includes(state)) return first;
  for (;;) {
    await timers.setTimeout(LOOK_EVERY_MS, undefined, { signal: session.signal });
    const output = await session.call('getTestResults', { runId, detail: 'failures' });
    if (!UNDER_WAY.includes(ToldEnd.parse(output).state)) return withFailure(output);
  }
}

const Results = z.object({ actions: z.array(z.object({ error: RunFailure.optional() }).loose()).default([]) });

function withFailure(output: unknown): object {
  const [first] = Results.parse(output).actions;
  const failure = first?.error === undefined ? undefined : { ...first.error, action: first };
  return { ...ToldEnd.parse(output), failure };
}

function tellEnd(session: DoSession, testId: string, output: unknown): void {
  const end = ToldEnd.parse(output);
  const { state, runId, action, failure } = end;
  if (session.isJson) print(session, JSON.stringify(output));
  else if (state === 'passed') print(session, `passed: ${testId}, run ${runId}`);
  else if (state === 'paused')
    print(session, `paused before row ${(action?.actionIndex ?? 0) + 1}: ${action?.title ?? ''}`);
  else throw tellFailure(`${state}: ${testId}, run ${runId}${reasonOf(end)}`, failure);
}

const reasonOf = ({ reason }: ToldEnd): string => (reason === undefined ? '' : `, ${reason}`);

export const run: AskingVerb = {
  name: 'run',
  usage: USAGE,
  about: 'run a test in this window; --to stops behind a row, and the page stays as it is there',
  ask,
};

const FIX_USAGE = 'fix <test>';

const Last = z.object({
  testCode: z.string(),
  last: z
    .object({
      runId: z.string(),
      state: z.string(),
      outdated: z.boolean().optional(),
      actions: z.array(
        z.object({ actionIndex: z.number(), state: z.string(), title: z.string(), error: RunFailure.optional() }),
      ),
    })
    .optional(),
});

const Repairs = z.object({
  repairs: z.array(
    z.object({ testCode: z.string(), actionId: z.string(), title: z.string(), from: z.string(), to: z.string() }),
  ),
});

async function tellLast(words: readonly string[], session: DoSession): Promise<void> {
  const [testCode] = words;
  if (testCode === undefined) throw usageFault('The code of a test is missing', FIX_USAGE);
  const output = await session.call('getLastResult', { testCode });
  if (session.isJson) return print(session, JSON.stringify(output));
  const { last } = Last.parse(output);
  if (last === undefined) return print(session, `${testCode} has not run yet: run ${testCode}`);
  const bad = last.actions.find(({ state }) => state === 'failed' || state === 'error');
  const outdated = last.outdated ? ' (the test was changed since)' : '';
  print(session, `${testCode} ${last.state} in run ${last.runId}${outdated}`);
  if (bad !== undefined) {
    const { message = '', candidates = [] } = bad.error ?? {};
    print(session, `row ${bad.actionIndex + 1} ${bad.title}: ${message}`);
    for (const candidate of candidates) print(session, `  nearest: ${candidate}`);
    print(session, `run ${testCode} --to ${bad.actionIndex} goes to the row before it`);
  }
  await tellRepairs(session, testCode);
}

async function tellRepairs(session: DoSession, testCode: string): Promise<void> {
  const { repairs } = Repairs.parse(await session.call('getRepairs', {}));
  for (const { actionId, title, from, to } of repairs.filter(each => testCode.endsWith(each.testCode)))
    print(session, `repaired ${actionId} ${title}: ${from} → ${to}`);
}

export const fix: AskingVerb = {
  name: 'fix',
  usage: FIX_USAGE,
  about: 'tell where a test failed last, why, and what is nearest',
  ask: tellLast,
};
