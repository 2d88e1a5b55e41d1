import { z } from 'zod';
import { ACTION_KINDS, type Action, type ActionType } from '../../../model/actions/index.ts';
import { AppError } from '../../../model/errors/errors.ts';
import type { ElementLook } from '../../../model/locator/element-look.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { RunSink } from '../../../model/protocol/bridge.ts';
import type { ActionResult } from '../../../model/run/run.ts';
import { ObservedText } from '../../../model/values/observed.ts';
import { planAction } from '../../runs/plan/plan-without-test.ts';
import { redactAction } from '../../runs/record/redact-results.ts';
import type { LiveParts, ToolContext } from '../define/define-tool.ts';
import { environmentOf } from '../define/ide-choice.ts';
import { limitsOf, windowOf, windowRedactor } from './app-window.ts';

/** Longest value in a reply, in characters of JSON. */
const MOST_VALUE = 10_000;
const PAGE_LIMIT_MS = 5_000;
const LEAST_PAGE_LIMIT_MS = 300;

/** Kinds that do nothing by themselves, and why. */
const NOT_ALONE: Partial<Record<ActionType, string>> = {
  download: 'waits for the action after it; put both into a test',
};

export function refuseNotAlone(kind: ActionType, field: string): void {
  const isBlock = ACTION_KINDS[kind].block !== 'leaf';
  const reason = isBlock ? 'contains other actions; perform those one by one' : NOT_ALONE[kind];
  if (reason === undefined) return;
  throw new AppError('invalid-params', `"${kind}" cannot be performed by itself: it ${reason}.`, {
    field,
    next: 'runTest',
  });
}

/** A result with the stored value; secrets are masked. */
export type LiveResult = ActionResult & {
  value?: unknown;
  look?: ElementLook;
  /** It ended because the page does not answer, so there is nothing more to ask it. */
  isPageSilent?: boolean | undefined;
};

export interface LivePlace {
  content: VersionContent;
  environment: string | undefined;
  /** Of each action. Default: that of the project. */
  timeoutMs?: number | undefined;
}

interface LiveCall {
  environment?: string | undefined;
  ideId?: string | undefined;
}

export const livePlace = (context: ToolContext, content: VersionContent, call: LiveCall): LivePlace => ({
  content,
  environment: environmentFor(context, content, call),
});

export async function performLive(
  context: ToolContext<LiveParts>,
  place: LivePlace,
  action: Action,
): Promise<LiveResult> {
  const { project, apps, bridge, actor, access } = context;
  const plan = await planAction(project, apps, { ...place, action });
  const from = windowOf(context).url();
  const seen: ElementLook[] = [];
  const sink: RunSink = { ...sinkOf(context), learned: (_index, known) => seen.push(known.look) };
  const { result, value, isPageSilent } = await bridge.performAction(plan, sink, {
    ...limitsOf(context),
    by: access === 'owner' ? undefined : actor.name,
  });
  const masked = redactAction(result, windowRedactor(context));
  const [look] = seen;
  if (masked.state === 'passed')
    project.performed.add(context.windows.current, { action, title: masked.title, look, from });
  return { ...masked, ...(value === undefined ? {} : { value: shortened(value) }), look, isPageSilent };
}

/** While a run is paused, its environment. Errors: `invalid-params` for another one. */
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

/** Keeps only pictures, beside those of getScreenshot. */
function sinkOf({ project }: ToolContext<'screenshots' | 'signIns' | 'url'>): RunSink {
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
    // The window knows them.
    concealWord: () => {},
    finished: async () => {},
  };
}

export const LivePage = z.strictObject({ url: ObservedText, title: ObservedText.optional() });

/** A page that does not answer is reported by its address, sooner where the action took long already. */
export async function pageOf(
  context: ToolContext,
  { ms: tookMs, isPageSilent }: Pick<LiveResult, 'ms' | 'isPageSilent'>,
): Promise<z.input<typeof LivePage>> {
  const window = windowOf(context);
  try {
    if (isPageSilent) return { url: window.url() ?? '' };
    const limitMs = Math.max(LEAST_PAGE_LIMIT_MS, PAGE_LIMIT_MS - tookMs);
    const { url, title: words } = await window.info(limitsOf(context, limitMs));
    return { url, title: words };
  } catch {
    return { url: window.url() ?? '' };
  }
}
