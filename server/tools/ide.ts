import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { ModuleCode, TestCode } from '../../model/names/codes.ts';
import { ATTACH_WAYS } from '../../model/protocol/browser-endpoint.ts';
import { IdeId } from '../../model/protocol/channel/channel.ts';
import type { OpenIde } from '../../model/protocol/ide.ts';
import { RunPhaseName } from '../../model/run/run.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { CLOCK_STATES, timeOfClock, type WindowClock } from '../../model/values/window-clock.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { IdeView, ideView } from './define/ide-choice.ts';
import { idesOf, requireIde } from './define/ide-window.ts';
import { openIde, windowOf } from './window/app-window.ts';

const defineTool = toolsOf('ide');

export const getIDEState = defineTool({
  name: 'getIDEState',
  scope: 'read',
  title: 'Get the IDE state',
  summary: 'Get what is open: IDE windows with what is chosen in them, the app window, the run, the recording.',
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
    }),
    run: z.strictObject({ state: RunPhaseName, runId: z.string().optional() }),
    recording: z
      .strictObject({ moduleId: ModuleCode, testId: TestCode, actions: z.number().int(), by: z.string() })
      .optional()
      .describe('Into which test is recorded now, how many actions by now, and who started it'),
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
      app: { open: window.isOpen(), url, attachedBy, clock: clockView(window.clock()) },
      run: { state, runId },
      recording,
    };
  },
});

function clockView(clock: WindowClock | undefined) {
  if (clock === undefined) return undefined;
  const time = new Date(timeOfClock(clock, Date.now())).toISOString();
  return { state: clock.state, time, timezone: clock.timezone };
}

function recordingOf({ project }: ToolContext<'recording'>) {
  const { current } = project.recording;
  if (current === undefined) return undefined;
  const { moduleCode, testCode, actor } = current.place;
  return { moduleId: moduleCode, testId: testCode, actions: current.actionIds.length, by: actor.name };
}

export const openIDE = defineTool({
  name: 'openIDE',
  scope: 'write',
  title: 'Open the IDE',
  summary: 'Open the IDE on the project in a window of its own, unless one is open. Without a display it is headless.',
  input: { headed: z.boolean().optional().describe('On the screen; default: where there is one') },
  needsIde: 'never',
  output: z.strictObject({ ide: IdeView, opened: z.boolean().describe('false: it was open') }),
  errors: ['ide-not-open', 'browser-missing', 'page-error', 'timeout'],
  hints: { idempotent: true },
  async run({ headed }, context) {
    const { bridge } = context;
    const fits = (ide: OpenIde) => headed === undefined || ide.headed === headed;
    if (bridge.ides.isOpening) await requireIde(context, undefined).catch(() => undefined);
    const open = idesOf(context).find(fits);
    if (open !== undefined) return { ide: ideView(context, open), opened: false };
    return { ide: ideView(context, await openIde(context, headed)), opened: true };
  },
});

export const closeIDE = defineTool({
  name: 'closeIDE',
  scope: 'write',
  title: 'Close the IDE',
  summary: 'Close an IDE window that Steploom opened. Runs go on.',
  output: z.strictObject({ closed: IdeId }),
  errors: ['forbidden'],
  async run({ ideId }, context) {
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
