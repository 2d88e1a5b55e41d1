import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { ActionId } from '../../model/names/codes.ts';
import type { Resume } from '../../model/protocol/bridge.ts';
import { RESUME_MODES } from '../../model/run/breakpoint.ts';
import { requirePaused } from '../../model/run/state.ts';
import { observed } from '../../model/values/observed.ts';
import { toolsOf } from './define/define-tool.ts';
import { takeShort } from './define/paging.ts';
import { RunEndReply, runEndReply } from './runs/run-end.ts';
import { RunReply, redactKnown, runReply, Wait, waitForRun } from './runs/run-status.ts';
import { holdingPage, limitsOf } from './window/app-window.ts';

const defineTool = toolsOf('ide');

/** An action under way is not interrupted; most take less time than this. */
const PAUSE_WAIT_S = 5;

export const pauseTest = defineTool({
  name: 'pauseTest',
  scope: 'write',
  title: 'Pause the run',
  summary: 'Pause the run before its next action; the page stays live.',
  input: { wait: Wait.describe(`Seconds to wait for that; default ${PAUSE_WAIT_S}`) },
  output: RunReply,
  errors: ['not-running', 'already-paused'],
  async run({ wait = PAUSE_WAIT_S }, context) {
    const { bridge, project, actor } = context;
    await bridge.pauseRun(project.projectId, actor.name);
    return runReply(await waitForRun(context, { wait }));
  },
});

const HOW = {
  mode: z
    .enum(RESUME_MODES)
    .optional()
    .describe('Default: continue. step-into goes into blocks and plugged tests; to: up to actionIndex'),
  actionIndex: z.number().int().min(0).optional().describe('Where to pause, in the paused test'),
  actionId: ActionId.optional().describe('Its id instead'),
};

export const resumeTest = defineTool({
  name: 'resumeTest',
  scope: 'write',
  title: 'Resume the run',
  summary: 'Resume the paused run, with the actions as they are now: edits made meanwhile count.',
  input: { ...HOW, wait: Wait.describe('Seconds to wait for the end or a pause; default 0') },
  output: RunEndReply,
  errors: ['not-running', 'not-paused', 'not-found', 'invalid-project', 'busy', 'taken-over'],
  examples: [{}, { mode: 'step-over', wait: 10 }],
  hints: { openWorld: true },
  async run({ wait = 0, ...how }, context) {
    const startedAt = performance.now();
    const { bridge, project } = context;
    requirePaused(bridge.status(project.projectId).state);
    await holdingPage(context, { doing: 'resuming the run' }, () =>
      bridge.resumeRun(project.projectId, readResume(how)),
    );
    return await runEndReply(context, await waitForRun(context, { wait, startedAt }));
  },
});

function readResume({ actionIndex, actionId, mode }: z.output<z.ZodObject<typeof HOW>>): Resume {
  const isNamed = actionIndex !== undefined || actionId !== undefined;
  const wanted = mode ?? (isNamed ? 'to' : 'continue');
  if (wanted !== 'to') {
    if (!isNamed) return { mode: wanted };
    throw new AppError('invalid-params', `mode "${wanted}" takes no action; mode "to" runs up to one.`, {
      field: actionIndex === undefined ? 'actionId' : 'actionIndex',
      expected: 'mode: "to"',
    });
  }
  if (isNamed) return { mode: wanted, actionIndex, actionId };
  throw new AppError('invalid-params', 'mode "to" needs the action to run up to.', {
    field: 'actionIndex',
    expected: 'actionIndex or actionId',
  });
}

export const evaluateScopes = defineTool({
  name: 'evaluateScopes',
  scope: 'read',
  title: 'Evaluate an expression',
  summary: 'Evaluate an expression with the values of the place where the run is paused. It can read no secret.',
  input: { expression: z.string().min(1).max(10_000).describe('JSONata, e.g. $count(rows) or user.name') },
  output: z.strictObject({
    value: observed(z.unknown()).optional().describe('As text if long; left out if there is none'),
    omitted: z.string().optional(),
  }),
  errors: ['not-running', 'not-paused', 'not-found', 'invalid-project', 'timeout'],
  examples: [{ expression: 'name' }],
  async run({ expression }, context) {
    const { bridge, project } = context;
    const value = await bridge.evaluate(project.projectId, expression, limitsOf(context));
    return takeShort(redactKnown(value, context));
  },
});

const AnyJson = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

export const setScope = defineTool({
  name: 'setScope',
  scope: 'write',
  title: 'Set a value',
  summary:
    'Set a value where the run is paused: of a variable, a parameter, the loop or data. A new name becomes a variable. The project stays as it is.',
  input: {
    name: z.string().min(1).max(200).describe('e.g. user, or var.user'),
    value: AnyJson.describe('Any JSON value'),
  },
  output: z.strictObject({ name: z.string().describe('With its layer, e.g. var.user'), value: observed(z.unknown()) }),
  errors: ['not-running', 'not-paused', 'not-found'],
  examples: [{ name: 'user', value: 'Ann' }],
  hints: { idempotent: true },
  async run({ name, value }, { bridge, project }) {
    return { name: await bridge.setValue(project.projectId, name, value), value };
  },
});
