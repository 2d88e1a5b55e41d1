/** What actions did, in lines. */
import { z } from 'zod';
import { takeFitting } from '../tools/define/paging.ts';
import { type DoSession, print } from './do-session.ts';
import { groupedLines } from './grouped-lines.ts';

const Request = z.object({
  method: z.string(),
  url: z.string(),
  status: z.number().optional(),
  reason: z.string().optional(),
});
const PageError = z.object({ message: z.string(), times: z.number().optional() });
const Dialog = z.looseObject({ type: z.string(), message: z.string() });
const Lines = z.array(z.string()).default([]);

/** The part of a reply of performActions that is told. */
const ToldActions = z.object({
  state: z.string(),
  done: z.array(
    z.object({
      title: z.string(),
      value: z.unknown(),
      dialogs: z.array(Dialog).optional(),
      screenshot: z.string().optional(),
      note: z.string().optional(),
    }),
  ),
  failed: z.object({ title: z.string(), error: z.looseObject({ message: z.string() }).optional() }).optional(),
  notDone: Lines,
  page: z.object({ url: z.string(), title: z.string().optional() }),
  came: Lines,
  changed: Lines,
  went: Lines,
  openedTabs: Lines,
  closedTabs: Lines,
  downloads: z
    .array(z.object({ name: z.string(), path: z.string().optional(), sizeBytes: z.number().optional() }))
    .default([]),
  failedRequests: z.array(Request).default([]),
  pageErrors: z.array(PageError).default([]),
  omitted: z.string().optional(),
});
type ToldActions = z.output<typeof ToldActions>;

const MOST_BYTES = 1_400;
const MOST_GONE = 3;
const LONG_VALUE = 1_000;

/** Returns whether all worked. `isReadNext`: whether the next verb tells what is on the page. */
export function tellPerformed(session: DoSession, output: unknown, isReadNext = false): boolean {
  const performed = ToldActions.parse(output);
  if (session.isJson) {
    print(session, JSON.stringify(output));
    return performed.failed === undefined;
  }
  tellValues(session, performed);
  const page = pageLines(session, performed);
  const { failed, changed, went } = performed;
  const isNewPage = page.length > 0 && changed.length + went.length === 0;
  // What was to be done next is elsewhere, or read anyway.
  const isListed = !(isNewPage && (isReadNext || failed !== undefined));
  const changes = isListed ? changeLines(performed, isNewPage) : [];
  const told = [...page, ...changes, ...troubleLines(performed)];
  if (failed !== undefined) {
    print(session, told.join('\n'));
    session.send({ err: failureText(performed) });
    return false;
  }
  const isSilent = told.length === 0 && performed.done.every(({ value }) => value === undefined);
  print(session, isSilent ? 'ok' : told.join('\n'));
  return true;
}

function tellValues(session: DoSession, { done }: ToldActions): void {
  for (const { value, screenshot, dialogs = [], note } of done) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (value !== undefined && text.length > LONG_VALUE) session.send({ long: { name: 'value', text } });
    else if (value !== undefined) print(session, text);
    if (screenshot !== undefined) print(session, screenshot);
    for (const { type, message } of dialogs) print(session, `${type}: ${message}`);
    if (note !== undefined) print(session, note);
  }
}

function pageLines({ memory }: DoSession, { page }: ToldActions): string[] {
  if (page.url === memory.url) return [];
  const isFirst = memory.url === undefined;
  const shown = isFirst ? page.url : withoutOrigin(page.url, memory.url);
  memory.url = page.url;
  return [`→ ${shown}${page.title === undefined || page.title === '' ? '' : ` ${JSON.stringify(page.title)}`}`];
}

/** Of the same site, the path says it all. */
function withoutOrigin(url: string, before: string | undefined): string {
  const [now, old] = [URL.parse(url), URL.parse(before ?? '')];
  return now !== null && now.origin === old?.origin ? url.slice(now.origin.length) : url;
}

/** On another page all is new. */
function changeLines({ came, changed, went, omitted }: ToldActions, isElsewhere: boolean): string[] {
  const gone = went.slice(0, MOST_GONE).map(line => `- ${line}`);
  const all = [
    ...(isElsewhere ? groupedLines(came) : groupedLines(came).map(line => `+ ${line}`)),
    ...changed.map(line => `~ ${line}`),
    ...gone,
    ...(went.length > gone.length ? [`- … ${went.length - gone.length} more`] : []),
  ];
  const shown = takeFitting(all, MOST_BYTES);
  const left = all.length - shown.length;
  const isCut = left > 0 || omitted !== undefined;
  return isCut ? [...shown, `… ${left > 0 ? `${left} more; ` : ''}snapshot lists all`] : shown;
}

function troubleLines({ openedTabs, closedTabs, downloads, failedRequests, pageErrors }: ToldActions): string[] {
  return [
    ...openedTabs.map(url => `tab opened: ${url}`),
    ...closedTabs.map(url => `tab closed: ${url}`),
    ...downloads.map(
      ({ name, path = 'not whole yet', sizeBytes }) =>
        `downloaded: ${name} ${path}${sizeBytes === undefined ? '' : ` (${sizeBytes} B)`}`,
    ),
    ...failedRequests.map(({ method, url, status, reason }) => `! ${method} ${url} ${status ?? reason ?? 'failed'}`),
    ...pageErrors.map(({ message, times = 1 }) => `! ${message}${times > 1 ? ` (${times} times)` : ''}`),
  ];
}

function failureText({ failed, notDone }: ToldActions): string {
  const reason = failed?.error?.message ?? 'it failed';
  const rest = notDone.length === 0 ? '' : `\nNot done: ${notDone.join('; ')}`;
  return `✗ ${failed?.title}: ${reason}${rest}`;
}
