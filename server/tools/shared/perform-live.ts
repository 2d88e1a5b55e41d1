/** What performs actions on the live page, for the tools that do one or several. */
import { ACTION_KINDS, type Action, type ActionType, actionTitle } from '../../../model/actions/index.ts';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { ElementLook } from '../../../model/locator/element-look.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { RunSink } from '../../../model/protocol/bridge.ts';
import type { ActionResult } from '../../../model/run/run.ts';
import { createRedactor } from '../../../model/values/redactor.ts';
import { planAction } from '../../runs/plan/plan-action.ts';
import { redactAction } from '../../runs/record/redact-results.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { limitsOf, windowOf } from './app-window.ts';
import { environmentOf } from './ide-choice.ts';

/** What becomes of a value that is too long for a reply. */
const MOST_VALUE = 10_000;
/** How long the page is asked for its title. */
const PAGE_LIMIT_MS = 5_000;
const LEAST_PAGE_LIMIT_MS = 1_000;

/** Kinds that mean nothing by themselves, and why. */
const NOT_ALONE: Partial<Record<ActionType, string>> = {
  plugTest: 'runs a whole test; runTest with context: "live" does that on the page as it stands',
  download: 'waits for the action after it; put both into a test',
};

/** Errors: `invalid-params`. */
export function refuseNotAlone(kind: ActionType, field: string): void {
  const isBlock = ACTION_KINDS[kind].block !== 'leaf';
  const reason = isBlock ? 'stands around other actions; perform those one by one' : NOT_ALONE[kind];
  if (reason === undefined) return;
  throw new AppError('invalid-params', `"${kind}" cannot be performed by itself: it ${reason}.`, {
    field,
    next: 'runTest',
  });
}

/** What came of an action, with what it stored; secrets are masked. */
export type LiveResult = ActionResult & {
  value?: unknown;
  /** What its locator found, where it has fallbacks. */
  look?: ElementLook;
};

export interface LivePlace {
  content: VersionContent;
  environment: string | undefined;
}

interface LiveCall {
  environment: string | undefined;
  ideId?: string | undefined;
}

/** The values that actions on the live page use. Errors: `invalid-params`, `not-found`. */
export const livePlace = (context: ToolContext, content: VersionContent, call: LiveCall): LivePlace => ({
  content,
  environment: environmentFor(context, content, call),
});

/** Performs one action on the live page. Errors: `app-not-open`, `run-in-progress`, `invalid-project`. */
export async function performLive(context: ToolContext, place: LivePlace, action: Action): Promise<LiveResult> {
  const { project, apps, bridge, actor } = context;
  const plan = await planAction(project, apps, { ...place, action });
  const seen: ElementLook[] = [];
  const sink: RunSink = { ...sinkOf(context), learned: (_index, known) => seen.push(known.look) };
  const { result, value } = await bridge.performAction(plan, sink, { ...limitsOf(context), by: actor.name });
  const told = redactAction(result, createRedactor([...project.store.secrets.values(), ...project.signIns.tokens()]));
  const [look] = seen;
  return {
    ...told,
    ...(value === undefined ? {} : { value: shortened(value) }),
    ...(look === undefined ? {} : { look }),
  };
}

export interface Attempt {
  done: LiveResult[];
  /** The one that ended the attempt. */
  failed: Pick<LiveResult, 'state' | 'type' | 'title' | 'error'> | undefined;
}

/** Performs actions one after the other until one does not pass. Errors: those of the first one. */
export async function performUntilFailure(
  context: ToolContext,
  place: LivePlace,
  actions: readonly Action[],
): Promise<Attempt> {
  const done: LiveResult[] = [];
  for (const [index, action] of actions.entries()) {
    const name = actionTitle(action);
    context.report({ progress: index, total: actions.length, message: name });
    try {
      const result = await performLive(context, place, action);
      if (result.state !== 'passed') return { done, failed: result };
      done.push(result);
    } catch (error) {
      // What was done up to here must be told all the same.
      if (index === 0 || !isAppError(error) || context.signal.aborted) throw error;
      return { done, failed: { state: 'error', type: action.type, title: name, error: { message: error.message } } };
    }
  }
  return { done, failed: undefined };
}

/** While a run is paused, that of the run. Errors: `invalid-params` for another one. */
function environmentFor(context: ToolContext, content: VersionContent, call: LiveCall): string | undefined {
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
export async function pageOf(context: ToolContext, tookMs: number): Promise<{ url: string; title?: string }> {
  const window = windowOf(context);
  try {
    const limitMs = Math.max(LEAST_PAGE_LIMIT_MS, PAGE_LIMIT_MS - tookMs);
    const { url, title: words } = await window.info(limitsOf(context, limitMs));
    return { url, title: words };
  } catch {
    return { url: window.url() ?? '' };
  }
}
