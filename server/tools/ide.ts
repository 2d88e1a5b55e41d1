import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { ModuleCode, Name, TestCode } from '../../model/names/codes.ts';
import { Device } from '../../model/project/browser-faults.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { ATTACH_WAYS } from '../../model/protocol/browser-endpoint.ts';
import { IdeId } from '../../model/protocol/channel/channel.ts';
import type { OpenIde } from '../../model/protocol/ide.ts';
import { RunPhaseName } from '../../model/run/run.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { CLOCK_STATES, timeOfClock, type WindowClock } from '../../model/values/window-clock.ts';
import { type PlanParts, type ToolContext, toolsOf } from './define/define-tool.ts';
import { environmentOf, IdeView, ideView } from './define/ide-choice.ts';
import { idesOf, requireIde } from './define/ide-window.ts';
import { versionOf } from './define/version.ts';
import { openIde, windowOf } from './window/app-window.ts';
import { openEmpty } from './window/go-to.ts';

const defineTool = toolsOf('ide');

export const getIDEState = defineTool({
  name: 'getIDEState',
  scope: 'read',
  title: 'Get the IDE state',
  summary: 'Get what is open: IDEs with what is chosen in them, app windows, the run, the recording.',
  needsIde: 'never',
  output: z.strictObject({
    open: z.boolean().describe('Whether an IDE shows the project'),
    ides: z.array(IdeView).describe('The one used last comes first'),
    elsewhere: z.number().int().describe('IDEs that show other projects'),
    app: z.strictObject({
      open: z.boolean(),
      url: ObservedText.optional(),
      attachedBy: z
        .enum(ATTACH_WAYS)
        .optional()
        .describe('How it comes to a browser that Steploom does not start; missing where it starts one'),
      clock: z
        .strictObject({
          state: z.enum(CLOCK_STATES).describe('held: the date stands and timers run; paused: timers stand still, too'),
          time: z.string().describe('What its pages have for the time now, in ISO format'),
          timezone: z.string().optional().describe('Time zone of its pages'),
        })
        .optional()
        .describe('The clock that an action has given its pages; missing while they have the real one'),
      actors: z
        .array(z.strictObject({ name: z.string(), open: z.boolean(), url: ObservedText.optional() }))
        .optional()
        .describe('Who has windows of a test of several people; the first has this one'),
    }),
    run: z.strictObject({ state: RunPhaseName, runId: z.string().optional() }),
    recording: z
      .strictObject({ moduleId: ModuleCode, testId: TestCode, actions: z.number().int(), by: z.string() })
      .optional()
      .describe('Into which test is recorded now, how many actions by now, and who started it'),
    windows: z
      .array(
        z.strictObject({
          name: z.string(),
          isYours: z.boolean().describe('Your calls act in it'),
          users: z.array(z.strictObject({ by: z.string(), since: z.string() })),
          open: z.boolean(),
          url: ObservedText.optional(),
        }),
      )
      .optional()
      .describe('Beside the shared one, with who uses them; `app`, `run` and `recording` are about yours'),
  }),
  run(_input, context) {
    const ides = idesOf(context);
    const window = windowOf(context);
    const url = window.url();
    const { state, runId } = context.bridge.status(context.project.projectId);
    const { attachedBy } = window;
    const recording = recordingOf(context);
    return {
      open: ides.length > 0,
      ides: ides.map(ide => ideView(context, ide)),
      elsewhere: context.bridge.ides.all().length - ides.length,
      app: { open: window.isOpen(), url, attachedBy, clock: clockView(window.clock()), ...actorsOf(context) },
      run: { state, runId },
      recording,
      ...windowsOf(context),
    };
  },
});

function clockView(clock: WindowClock | undefined) {
  if (clock === undefined) return undefined;
  const time = new Date(timeOfClock(clock, Date.now())).toISOString();
  return { state: clock.state, time, timezone: clock.timezone };
}

function actorsOf({ bridge, project }: ToolContext) {
  const { first, others } = bridge.actorWindows(project.projectId);
  if (others.length === 0) return {};
  const names = [...(first === undefined ? [] : [first]), ...others];
  return {
    actors: names.map(name => {
      const window = bridge.app(project.projectId, name);
      return { name, open: window.isOpen(), url: window.url() };
    }),
  };
}

function windowsOf({ bridge, project, windows }: ToolContext) {
  const all = windows.list().map(({ name, ...use }) => {
    const window = bridge.inWindow(name).app(project.projectId);
    return { name, ...use, open: window.isOpen(), url: window.url() };
  });
  return all.length === 0 ? {} : { windows: all };
}

function recordingOf({ project, windows }: ToolContext<'recordings'>) {
  const { current } = project.recordings.in(windows.current);
  if (current === undefined) return undefined;
  const { moduleCode, testCode, actor } = current.place;
  return { moduleId: moduleCode, testId: testCode, actions: current.actionIds.length, by: actor.name };
}

export const openIDE = defineTool({
  name: 'openIDE',
  scope: 'write',
  title: 'Open the IDE',
  summary: 'Open the IDE, unless one is open. With window, you act in a window of your own.',
  input: {
    headed: z.boolean().optional().describe('Default: with a display'),
    window: z.string().trim().min(1).max(60).optional().describe('own, or its name; until closeIDE'),
    role: Name.optional().describe('Of window'),
    device: Device.optional().describe('Of window'),
  },
  needsIde: 'never',
  output: z.strictObject({
    ide: IdeView,
    opened: z.boolean().describe('false: it was open'),
    window: z.string().optional().describe('Name of your app window'),
  }),
  errors: ['ide-not-open', 'browser-missing', 'page-error', 'timeout', 'busy', 'not-found', 'invalid-project'],
  examples: [{}, { window: 'own' }],
  hints: { idempotent: true },
  async run({ headed, window, role, device, versionId, ideId }, context) {
    refuseWithoutWindow(window, { role, device });
    const ide = await ideFor(context, headed);
    if (window === undefined) return ide;
    const content = versionOf(context, versionId);
    const { name } = await context.windows.take(window);
    if (role !== undefined || device !== undefined) await openOwn(context, name, { content, role, device, ideId });
    return { ...ide, window: name };
  },
});

/** Errors: `invalid-params`. */
function refuseWithoutWindow(window: string | undefined, given: Readonly<Record<string, string | undefined>>): void {
  const field = Object.keys(given).find(name => given[name] !== undefined);
  if (window !== undefined || field === undefined) return;
  throw new AppError('invalid-params', `"${field}" is about a window of your own: name it, or give window: "own".`, {
    field: 'window',
    expected: 'own',
  });
}

interface OwnOpening {
  content: VersionContent;
  role: string | undefined;
  device: string | undefined;
  ideId: string | undefined;
}

/** Errors: those of signing in; the caller then has the shared window. */
async function openOwn(context: ToolContext<PlanParts>, name: string, { content, role, device, ideId }: OwnOpening) {
  const bridge = context.bridge.inWindow(name);
  const inside = { ...context, bridge, appWindow: (actor?: string) => bridge.app(context.project.projectId, actor) };
  const environment = environmentOf(context, content, { ideId });
  try {
    await openEmpty(inside, { content, environment, role, device, isAnew: true });
  } catch (error) {
    await context.windows.release();
    throw error;
  }
}

async function ideFor(context: ToolContext, headed: boolean | undefined) {
  const { bridge } = context;
  const fits = (ide: OpenIde) => headed === undefined || ide.headed === headed;
  if (bridge.ides.isOpening) await requireIde(context, undefined).catch(() => undefined);
  const open = idesOf(context).find(fits);
  if (open !== undefined) return { ide: ideView(context, open), opened: false };
  return { ide: ideView(context, await openIde(context, headed)), opened: true };
}

export const closeIDE = defineTool({
  name: 'closeIDE',
  scope: 'write',
  title: 'Close the IDE',
  summary:
    'Close your own app window, to act in the shared one again; else an IDE that Steploom opened, whose runs go on.',
  input: { window: z.string().min(1).max(60).optional().describe('That of another caller') },
  output: z.strictObject({
    closed: IdeId.optional(),
    closedWindow: z.string().optional().describe('Name of the app window'),
  }),
  errors: ['forbidden', 'not-found'],
  async run({ ideId, window }, context) {
    if (window !== undefined) return await closeOther(context, window);
    const released = ideId === undefined ? await context.windows.release() : undefined;
    if (released !== undefined) return { closedWindow: released };
    const own = idesOf(context).filter(({ isOwn }) => isOwn);
    const ide =
      ideId === undefined ? (own[0] ?? (await requireIde(context, undefined))) : await requireIde(context, ideId);
    if (!ide.isOwn)
      throw new AppError(
        'forbidden',
        `The IDE ${ide.ideId} is open in a browser that Steploom does not control: close it there.`,
        {
          field: 'ideId',
        },
      );
    await context.bridge.ides.close(ide.ideId);
    return { closed: ide.ideId };
  },
});

/** Errors: `forbidden` for a program, `not-found`. */
async function closeOther({ windows, access }: ToolContext, name: string): Promise<{ closedWindow: string }> {
  const isOwn = windows.list().some(window => window.isYours && window.name === name);
  if (access !== 'owner' && !isOwn)
    throw new AppError('forbidden', `“${name}” is not your window; a person can close it.`, { field: 'window' });
  if (isOwn) await windows.release();
  // Other callers may be in it still.
  if (!isOwn || (access === 'owner' && windows.list().some(window => window.name === name))) await windows.close(name);
  return { closedWindow: name };
}
