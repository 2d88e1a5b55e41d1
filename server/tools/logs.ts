import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import type { AppWindow } from '../../model/protocol/app-window.ts';
import type { KeptMessage } from '../../model/protocol/kept-exchange.ts';
import { isFailedRequest } from '../../model/run/failed-request.ts';
import { ObservedText } from '../../model/values/observed.ts';
import type { Redactor } from '../../model/values/redactor.ts';
import { toolsOf } from './define/define-tool.ts';
import { PAGE_FIELDS, takeFitting } from './define/paging.ts';
import {
  ActorInput,
  actingAs,
  limitsOf,
  WindowTarget,
  watchedWindow,
  windowOf,
  windowRedactor,
} from './window/app-window.ts';

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
  summary: 'Read the console of the page, with uncaught errors, oldest first.',
  input: {
    target: WindowTarget,
    level: z.enum(LEVELS).optional().describe('This and worse; default info'),
    filter: z.string().max(200).optional().describe('Part of the text, ignoring case'),
    actor: ActorInput,
    ...LOG_FIELDS,
  },
  output: z.strictObject({
    entries: z.array(
      z.strictObject({
        level: z.enum(LEVELS),
        text: ObservedText,
        url: ObservedText.optional(),
        line: z.number().optional(),
        at: z.string(),
      }),
    ),
    total: z.number().int(),
    omitted: PAGE_FIELDS.omitted,
  }),
  errors: ['app-not-open', 'ide-not-open'],
  examples: [{ level: 'error' }],
  hints: { openWorld: true },
  async run({ target, ideId, level = 'info', since, filter, limit, actor }, context) {
    const needle = filter?.toLowerCase();
    const window = await watchedWindow(actingAs(context, actor), { target, ideId });
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
  title: 'List the network requests of the page',
  summary: 'List the network requests of the pages in the app window, and how each was answered, oldest first.',
  input: {
    onlyFailed: z
      .boolean()
      .optional()
      .describe('Only what failed or was answered with 400 and more; not what the page itself gave up'),
    filter: z.string().max(200).optional().describe('Part of method, address or type, ignoring case'),
    actor: ActorInput,
    ...LOG_FIELDS,
  },
  output: z.strictObject({
    requests: z.array(
      z.strictObject({
        number: z.number().int().describe('For getNetworkRequest'),
        method: z.string(),
        url: ObservedText,
        type: z.string().describe('document, script, stylesheet, image, fetch, xhr, …'),
        status: z.number().int().optional(),
        reason: ObservedText.optional().describe('Why it failed; with neither this nor status it is under way'),
        ms: z.number().optional().describe('Once it has ended'),
        sizeBytes: z.number().int().optional().describe('Of the body as sent, where the server said so'),
        mocked: z.literal(true).optional().describe('A mock answered, changed, delayed or ended it'),
        at: z.string(),
      }),
    ),
    total: z.number().int(),
    omitted: PAGE_FIELDS.omitted,
  }),
  errors: ['app-not-open'],
  examples: [{ onlyFailed: true }, { filter: '/api/' }],
  hints: { openWorld: true },
  run({ onlyFailed = false, since, filter, limit, actor }, context) {
    const needle = filter?.toLowerCase();
    const window = windowOf(actingAs(context, actor));
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

const DEFAULT_CHARACTERS = 20_000;
const MOST_CHARACTERS = 5_000_000;

const ToldMessage = z.strictObject({
  headers: z.array(z.strictObject({ name: z.string(), value: ObservedText })),
  body: z
    .strictObject({
      mediaType: ObservedText,
      sizeBytes: z.number().int(),
      text: ObservedText.optional().describe('Missing where it is no text'),
      cut: z.number().int().optional().describe('So many characters more are left out'),
    })
    .optional(),
  reason: z.string().optional().describe('Why its body is missing'),
});

export const getNetworkRequest = defineTool({
  name: 'getNetworkRequest',
  needsIde: 'unless-app',
  scope: 'read',
  title: 'Read what was sent and answered',
  summary:
    'Read the headers and bodies of one entry of getNetworkLog. Cookies are not told. The body of an answer is there as long as the browser keeps it, which is mostly until the page is left.',
  input: {
    number: z.number().int().min(1).describe('Of getNetworkLog'),
    maxCharacters: z.number().int().min(1).max(MOST_CHARACTERS).optional().describe('Of each body; default 20,000'),
    actor: ActorInput,
  },
  output: z.strictObject({
    request: ToldMessage,
    response: ToldMessage.optional().describe('Missing where none has come'),
  }),
  errors: ['app-not-open', 'not-found'],
  examples: [{ number: 1 }],
  hints: { openWorld: true },
  async run({ number, maxCharacters = DEFAULT_CHARACTERS, actor }, context) {
    const window = windowOf(actingAs(context, actor));
    const listed = window.requests();
    requireLog(listed, window);
    if (!listed.some(entry => entry.number === number))
      throw new AppError('not-found', `The network log has no request ${number}; ${numbersOf(listed)}.`, {
        field: 'number',
        next: 'getNetworkLog',
      });
    const found = await window.exchange(number, limitsOf(context));
    if (found === undefined)
      throw new AppError('not-found', `Of request ${number} only its line in the log is left: its window is closed.`, {
        field: 'number',
      });
    const redact = windowRedactor(context);
    const told = (message: KeptMessage) => withShortBody(message, redact, maxCharacters);
    return { request: told(found.request), ...(found.response && { response: told(found.response) }) };
  },
});

const numbersOf = (listed: readonly { number: number }[]): string =>
  listed.length === 0 ? 'it is empty' : `it has ${listed[0]?.number} to ${listed.at(-1)?.number}`;

/** Masked before it is cut, which could leave a part of a secret that nobody recognises. */
function withShortBody(message: KeptMessage, redact: Redactor, maxCharacters: number): KeptMessage {
  const { body } = message;
  if (body?.text === undefined) return message;
  const text = redact(body.text);
  const cut = text.length - maxCharacters;
  return { ...message, body: { ...body, text: text.slice(0, maxCharacters), ...(cut > 0 ? { cut } : {}) } };
}
