import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import type { AppWindow } from '../../model/protocol/app-window.ts';
import { isFailedRequest } from '../../model/run/failed-request.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { toolsOf } from './define/define-tool.ts';
import { PAGE_FIELDS, takeFitting } from './define/paging.ts';
import { WindowTarget, watchedWindow, windowOf } from './window/app-window.ts';

const defineTool = toolsOf('ide');

const DEFAULT_ENTRIES = 100;
const LEVELS = ['error', 'warning', 'info', 'debug'] as const;

const LOG_FIELDS = {
  since: z.iso.datetime().optional().describe('ISO time: only later entries'),
  limit: z.number().int().min(1).max(1_000).optional().describe('The newest so many; default 100'),
};

/** Errors: `app-not-open` where there is no log and no window. */
function requireLog(entries: readonly unknown[], window: Pick<AppWindow, 'url' | 'lostBy'>): void {
  if (entries.length > 0 || window.url() !== undefined) return;
  const reason = window.lostBy();
  const state = reason === undefined ? 'is not open' : `is no longer open: ${reason}`;
  throw new AppError('app-not-open', `The app window ${state}. Open a page with navigateUrl, or run a test.`, {
    next: 'navigateUrl',
  });
}

/** The newest entries, oldest first: as many as asked for, or as fit into a reply. */
function newestOf<Entry>(found: readonly Entry[], limit: number | undefined) {
  const wanted = found.slice(-(limit ?? DEFAULT_ENTRIES));
  const entries = limit === undefined ? takeFitting(wanted.toReversed()).reverse() : wanted;
  const left = wanted.length - entries.length;
  const omitted = `${left} older ones left out; ask with limit: ${wanted.length} for them.`;
  return { entries, total: found.length, ...(left === 0 ? {} : { omitted }) };
}

export const getConsoleLog = defineTool({
  name: 'getConsoleLog',
  needsIde: 'unless-app',
  scope: 'read',
  title: 'Read the console',
  summary: 'Read the browser console of the page, uncaught errors included, oldest first.',
  input: {
    target: WindowTarget,
    level: z.enum(LEVELS).optional().describe('This and worse; default info'),
    filter: z.string().max(200).optional().describe('Part of the text, ignoring case'),
    ...LOG_FIELDS,
  },
  output: z.strictObject({
    entries: z.array(
      z.strictObject({
        level: z.enum(LEVELS),
        text: ObservedText,
        url: ObservedText.optional(),
        line: z.number().optional(),
        mocked: z.literal(true).optional().describe('A mock answered, changed, delayed or ended it'),
        at: z.string(),
      }),
    ),
    total: z.number().int(),
    omitted: PAGE_FIELDS.omitted,
  }),
  errors: ['app-not-open', 'ide-not-open'],
  examples: [{ level: 'error' }],
  hints: { openWorld: true },
  async run({ target, ideId, level = 'info', since, filter, limit }, context) {
    const needle = filter?.toLowerCase();
    const window = await watchedWindow(context, { target, ideId });
    const entries = window.console();
    requireLog(entries, window);
    const found = entries
      .filter(entry => LEVELS.indexOf(entry.level) <= LEVELS.indexOf(level))
      .filter(entry => since === undefined || entry.at > since)
      .filter(entry => needle === undefined || entry.text.toLowerCase().includes(needle));
    return newestOf(found, limit);
  },
});

export const getNetworkLog = defineTool({
  name: 'getNetworkLog',
  needsIde: 'unless-app',
  scope: 'read',
  title: 'Read the network log',
  summary: 'Read what the pages of the app window asked the network for, and how it was answered, oldest first.',
  input: {
    onlyFailed: z
      .boolean()
      .optional()
      .describe('Only what failed or was answered with 400 and more; not what the page itself gave up'),
    filter: z.string().max(200).optional().describe('Part of method, address or type, ignoring case'),
    ...LOG_FIELDS,
  },
  output: z.strictObject({
    requests: z.array(
      z.strictObject({
        method: z.string(),
        url: ObservedText,
        type: z.string().describe('document, script, stylesheet, image, fetch, xhr, …'),
        status: z.number().int().optional(),
        reason: ObservedText.optional().describe('Why it failed; with neither this nor status it is under way'),
        ms: z.number().optional().describe('Once it has ended'),
        sizeBytes: z.number().int().optional().describe('Of the body as sent, where the server said so'),
        at: z.string(),
      }),
    ),
    total: z.number().int(),
    omitted: PAGE_FIELDS.omitted,
  }),
  errors: ['app-not-open'],
  examples: [{ onlyFailed: true }, { filter: '/api/' }],
  hints: { openWorld: true },
  run({ onlyFailed = false, since, filter, limit }, context) {
    const needle = filter?.toLowerCase();
    const window = windowOf(context);
    const all = window.requests();
    requireLog(all, window);
    const found = all
      .filter(entry => !onlyFailed || isFailedRequest(entry))
      .filter(entry => since === undefined || entry.at > since)
      .filter(
        ({ method, url, type }) => needle === undefined || `${method} ${url} ${type}`.toLowerCase().includes(needle),
      );
    const { entries: requests, ...rest } = newestOf(found, limit);
    return { requests, ...rest };
  },
});
