import { z } from 'zod';
import { actionTitle } from '../../model/actions/index.ts';
import { readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import { isAppError } from '../../model/errors/errors.ts';
import { Name } from '../../model/names/codes.ts';
import { IdeId } from '../../model/protocol/channel/channel.ts';
import { AnsweredDialog } from '../../model/run/run.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { environmentOf } from './define/ide-choice.ts';
import { versionOf } from './define/version.ts';
import {
  ActorInput,
  actingAs,
  holdingPage,
  limitsOf,
  openBesideOthers,
  TimeLimit,
  windowOf,
} from './window/app-window.ts';
import { givingWindow, goTo, navigationLimits } from './window/go-to.ts';

const defineTool = toolsOf('ide');

const PageReply = z.strictObject({
  url: ObservedText,
  title: ObservedText,
  status: z.number().int().optional(),
  stillLoading: z.string().optional().describe('Of a page that can be used, though not all of it is there'),
  dialogs: z.array(AnsweredDialog).optional().describe('That the page opened meanwhile'),
});

export const getAppUrl = defineTool({
  name: 'getAppUrl',
  needsIde: 'unless-app',
  scope: 'read',
  title: 'Get the app address',
  summary: 'Get the address in the app window, and that of the app in the project.',
  output: z.strictObject({
    url: ObservedText.optional().describe('Shown now; missing while no window is open'),
    appUrl: z.string().optional(),
  }),
  run(_input, context) {
    const url = windowOf(context).url();
    const { appUrl } = context.project.store.content.project;
    return { url, appUrl };
  },
});

export const navigateUrl = defineTool({
  name: 'navigateUrl',
  scope: 'write',
  title: 'Go to an address',
  summary: "Open an address in the app window, which opens if need be; relative ones start from the app's.",
  needsIde: 'anywhere',
  input: {
    url: z.string().min(1).max(8_000).describe('e.g. /sign-in or http://localhost:3000/'),
    role: Name.optional().describe('Reopens it, signed in as this role; none: nobody'),
    actor: ActorInput,
    timeoutMs: TimeLimit,
  },
  output: PageReply.extend({
    notSignedIn: ObservedText.optional().describe('Why a new window is signed in as nobody'),
    openedIde: IdeId.optional().describe(
      'The IDE that was opened on the project, since those that were open show others',
    ),
  }),
  errors: [
    'busy',
    'page-error',
    'page-misbehaved',
    'timeout',
    'run-in-progress',
    'taken-over',
    'browser-missing',
    'not-found',
    'invalid-project',
  ],
  examples: [{ url: '/' }],
  hints: { openWorld: true },
  run: ({ url, role, actor, timeoutMs, versionId, ideId }, caller) =>
    holdingPage(caller, { doing: 'going to an address', timeoutMs }, async held => {
      const opened = held.windows.current === undefined ? await openBesideOthers(held) : undefined;
      const content = versionOf(held, versionId);
      const { context, ...who } = actor === undefined ? { context: held } : givingWindow(held, content, actor);
      const environment = environmentOf(context, content, { ideId });
      if (role !== undefined || !windowOf(context).isOpen()) held.project.performed.begin(held.windows.current, role);
      const arrival = await goTo(context, url, { content, environment, timeoutMs, ...who, ...(role && { role }) });
      noteVisit(held, url, actor);
      return { ...arrival, openedIde: opened?.ideId };
    }),
});

/** As if a visit had been performed, of which a test can be made. */
function noteVisit({ project, windows }: ToolContext<'performed'>, url: string, actor: string | undefined): void {
  const fields = { type: 'visit', url, ...(actor === undefined ? {} : { actor }) };
  try {
    const action = readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck });
    project.performed.add(windows.current, { action, title: actionTitle(action), from: undefined });
  } catch (error) {
    // The window went to an address that no action can name.
    if (!isAppError(error)) throw error;
  }
}

export const refreshPage = defineTool({
  name: 'refreshPage',
  needsIde: 'unless-app',
  scope: 'write',
  title: 'Reload the page',
  summary: 'Reload the page in the app window.',
  input: { actor: ActorInput, timeoutMs: TimeLimit },
  output: PageReply,
  errors: ['app-not-open', 'busy', 'page-error', 'page-misbehaved', 'timeout', 'run-in-progress', 'taken-over'],
  hints: { openWorld: true },
  run: ({ actor, timeoutMs }, caller) =>
    holdingPage(caller, { doing: 'reloading the page', timeoutMs }, context =>
      windowOf(actingAs(context, actor)).refresh(navigationLimits(context, timeoutMs)),
    ),
});

export const clearSiteData = defineTool({
  name: 'clearSiteData',
  scope: 'write',
  title: 'Clear the data of a site',
  summary:
    'Clear what a site has stored in the app window: cookies, storage, caches and service workers. The page stays as it is until it is reloaded.',
  input: {
    origin: z
      .string()
      .min(1)
      .max(8_000)
      .optional()
      .describe('Any address of the site, e.g. http://localhost:3000; default: of the page shown'),
    actor: ActorInput,
    timeoutMs: TimeLimit,
  },
  output: z.strictObject({
    origin: ObservedText,
    cookies: z.number().int().describe('How many there were'),
    serviceWorkers: z.number().int().describe('How many there were'),
  }),
  errors: ['app-not-open', 'busy', 'page-misbehaved', 'timeout', 'run-in-progress', 'taken-over'],
  examples: [{}, { origin: 'http://localhost:3000' }],
  hints: { destructive: true, idempotent: true, openWorld: true },
  run: ({ origin, actor, timeoutMs }, caller) =>
    holdingPage(caller, { doing: 'clearing the data of a site', timeoutMs }, context =>
      windowOf(actingAs(context, actor)).clearSite(origin, { signal: context.signal, timeoutMs }),
    ),
});

export const waitForPageReady = defineTool({
  name: 'waitForPageReady',
  needsIde: 'unless-app',
  scope: 'read',
  title: 'Wait for the page',
  summary: 'Wait until the page has loaded, or its network is idle.',
  input: {
    timeoutMs: TimeLimit,
    until: z
      .enum(['load', 'domcontentloaded', 'idle'])
      .optional()
      .describe('Default: load; idle: no requests for 500 ms'),
    actor: ActorInput,
  },
  output: z.strictObject({ url: ObservedText, readyState: z.string() }),
  errors: ['app-not-open', 'page-misbehaved', 'timeout'],
  examples: [{ until: 'idle', timeoutMs: 10000 }],
  hints: { openWorld: true },
  run: ({ timeoutMs, until = 'load', actor }, context) =>
    windowOf(actingAs(context, actor)).waitForReady(until, limitsOf(context, timeoutMs)),
});
