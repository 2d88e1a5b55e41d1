import { z } from 'zod';
import { ACTION_KINDS, type ActionType } from '../../model/actions/index.ts';
import { readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { RunSink } from '../../model/protocol/bridge.ts';
import { AppError } from '../../model/protocol/errors.ts';
import { ActionResult } from '../../model/run/run.ts';
import { createRedactor } from '../../model/values/redactor.ts';
import { planAction } from '../runs/plan-action.ts';
import { redactAction } from '../runs/redact-results.ts';
import { syntaxCheck } from '../syntax-check.ts';
import { defineTool, type ToolContext } from './define-tool.ts';
import { WholeAction } from './shared/action-input.ts';
import { limitsOf, refuseDuringRun, windowOf } from './shared/app-window.ts';
import { EnvironmentInput, environmentOf } from './shared/ide-choice.ts';
import { versionOf } from './shared/version.ts';

/** What becomes of a value that is too long for a reply. */
const MOST_VALUE = 10_000;
/** How long the page is asked for its title. */
const PAGE_LIMIT_MS = 5_000;
const LEAST_PAGE_LIMIT_MS = 1_000;

const { state, type, title, ms, error, dialogs } = ActionResult.shape;

/** Kinds that mean nothing by themselves, and why. */
const NOT_ALONE: Partial<Record<ActionType, string>> = {
  plugTest: 'runs a whole test; runTest with context: "live" does that on the page as it stands',
  download: 'waits for the action after it; put both into a test',
};

/** Errors: `invalid-params`. */
function refuseNotAlone(kind: ActionType): void {
  const isBlock = ACTION_KINDS[kind].block !== 'leaf';
  const reason = isBlock ? 'stands around other actions; perform those one by one' : NOT_ALONE[kind];
  if (reason === undefined) return;
  throw new AppError('invalid-params', `"${kind}" cannot be performed by itself: it ${reason}.`, {
    field: 'action.type',
    next: 'runTest',
  });
}

export const performAction = defineTool({
  name: 'performAction',
  group: 'ide',
  scope: 'write',
  title: 'Perform an action',
  summary:
    'Do one action on the live page without storing it, e.g. to try a locator. Later ones read what it stores as var.NAME.',
  input: {
    action: WholeAction.describe('{type, …} with the fields of createAction'),
    environment: EnvironmentInput,
  },
  output: z.strictObject({
    state,
    type,
    title,
    ms,
    error,
    dialogs,
    value: z.unknown().optional().describe('What it stored; as text where it is long'),
    screenshot: z.string().optional().describe('Address of the picture that it took'),
    page: z.strictObject({ url: z.string(), title: z.string().optional() }),
  }),
  errors: ['app-not-open', 'run-in-progress', 'invalid-project', 'not-found'],
  examples: [{ action: { type: 'click', locator: "getByRole('button', { name: 'Save' })" } }],
  hints: { openWorld: true },
  async run({ action: input, environment, versionId, ideId }, context) {
    const { actionId: _id, actionIndex: _index, ...fields } = input;
    const action = readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck, root: 'action' });
    refuseNotAlone(action.type);
    await refuseDuringRun(context);
    const { project, apps, bridge, actor } = context;
    const content = versionOf(context, versionId);
    const plan = await planAction(project, apps, {
      content,
      action,
      environment: environmentFor(context, content, { environment, ideId }),
    });
    const { result, value } = await bridge.performAction(plan, sinkOf(context), {
      ...limitsOf(context),
      by: actor.name,
    });
    const told = redactAction(result, createRedactor([...project.store.secrets.values(), ...project.signIns.tokens()]));
    return {
      state: told.state,
      type: told.type,
      title: told.title,
      ms: told.ms,
      ...(told.error === undefined ? {} : { error: told.error }),
      ...(told.dialogs === undefined ? {} : { dialogs: told.dialogs }),
      ...(value === undefined ? {} : { value: shortened(value) }),
      ...(told.screenshot === undefined ? {} : { screenshot: told.screenshot }),
      page: await pageOf(context, told.ms),
    };
  },
});

/** While a run is paused, that of the run. Errors: `invalid-params` for another one. */
function environmentFor(
  context: ToolContext,
  content: VersionContent,
  call: { environment: string | undefined; ideId: string | undefined },
): string | undefined {
  const { bridge, project } = context;
  const { state, environment } = bridge.status(project.projectId);
  const { environment: wanted } = call;
  if (state !== 'paused') return environmentOf(context, content, call);
  if (wanted === undefined || wanted === environment) return environment;
  throw new AppError('invalid-params', 'While a run is paused, actions use its environment.', {
    field: 'environment',
    expected: environment ?? 'none',
  });
}

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}…` : value;
}

/** Keeps nothing but pictures, beside those of getScreenshot. */
function sinkOf({ project }: ToolContext): RunSink {
  return {
    progress: () => {},
    console: () => {},
    async picture(_name, bytes, format) {
      const { name, path } = await project.screenshots.keep(bytes, format === 'png' ? 'image/png' : 'image/jpeg');
      const { url, projectId } = project;
      return url === undefined ? path : `${url}/api/screenshots/${name}?projectId=${projectId}`;
    },
    async file(name) {
      throw new AppError('internal', `The file ${name} has no place outside of a run.`);
    },
    conceal: values => project.signIns.conceal(values),
    finished: async () => {},
  };
}

/** A page that does not answer is known by its address; where the action took long already, that is found out sooner. */
async function pageOf(context: ToolContext, tookMs: number): Promise<{ url: string; title?: string }> {
  const window = windowOf(context);
  try {
    const limitMs = Math.max(LEAST_PAGE_LIMIT_MS, PAGE_LIMIT_MS - tookMs);
    const { url, title: words } = await window.info(limitsOf(context, limitMs));
    return { url, title: words };
  } catch {
    return { url: window.url() ?? '' };
  }
}
