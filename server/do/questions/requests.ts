import { z } from 'zod';
import { type AskingVerb, type DoSession, print, readArguments } from '../do-session.ts';

const USAGE = 'requests [<number>] [--failed] [--find "text"] [--all] [--limit <n>]';
const OPTIONS = {
  failed: { type: 'boolean' },
  all: { type: 'boolean' },
  find: { type: 'string' },
  limit: { type: 'string' },
} as const;
const DEFAULT_LIMIT = 20;
/** What a page is made of: mostly not what is looked for. */
const STATIC: readonly string[] = ['stylesheet', 'image', 'font', 'script', 'media'];
const LONG_BODY = 1_000;

const Log = z.object({
  requests: z.array(
    z.object({
      number: z.number(),
      method: z.string(),
      url: z.string(),
      type: z.string(),
      status: z.number().optional(),
      reason: z.string().optional(),
      ms: z.number().optional(),
      mocked: z.literal(true).optional(),
    }),
  ),
});

const Message = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.object({ mediaType: z.string(), sizeBytes: z.number(), text: z.string().optional() }).optional(),
  reason: z.string().optional(),
});
const Exchange = z.object({ request: Message, response: Message.optional() });

async function ask(words: readonly string[], session: DoSession): Promise<void> {
  const { values, positionals } = readArguments(words, USAGE, OPTIONS);
  const [number] = positionals;
  if (number !== undefined) return await tellOne(session, Number(number));
  const { failed = false, all = false, find } = values;
  const limit = values.limit === undefined ? DEFAULT_LIMIT : Number(values.limit);
  const output = await session.call('getNetworkLog', {
    onlyFailed: failed,
    limit: 1_000,
    ...(find && { filter: find }),
  });
  if (session.isJson) return print(session, JSON.stringify(output));
  const { requests } = Log.parse(output);
  const isWhole = all || failed || find !== undefined;
  const wanted = isWhole ? requests : requests.filter(({ type }) => !STATIC.includes(type));
  const lines = wanted.slice(-limit).map(({ number: no, method, url, status, reason, ms, mocked }) => {
    const state = status ?? reason ?? 'under way';
    return `${no} ${method} ${url} ${state}${ms === undefined ? '' : ` ${Math.round(ms)}ms`}${mocked ? ' mocked' : ''}`;
  });
  const older = wanted.length - lines.length;
  print(session, [...(older > 0 ? [`… ${older} older: --limit`] : []), ...lines].join('\n') || 'No request was sent.');
  if (failed) await tellAnswers(session, wanted.slice(-MOST_ANSWERS));
}

const MOST_ANSWERS = 3;
const SHORT_ANSWER = 300;

/** Why a request failed is mostly in what was answered. */
async function tellAnswers(session: DoSession, failed: readonly { number: number; status?: number | undefined }[]) {
  for (const { number, status } of failed) {
    if (status === undefined) continue;
    const output = await session.call('getNetworkRequest', { number, maxCharacters: SHORT_ANSWER });
    const answered = Exchange.parse(output).response?.body?.text;
    if (answered) print(session, `${number} answered: ${answered}`);
  }
}

async function tellOne(session: DoSession, number: number): Promise<void> {
  const output = await session.call('getNetworkRequest', { number, maxCharacters: 1_000_000 });
  if (session.isJson) return print(session, JSON.stringify(output));
  const { request, response } = Exchange.parse(output);
  tellMessage(session, 'sent', request);
  if (response !== undefined) tellMessage(session, 'answered', response);
}

function tellMessage(session: DoSession, what: string, { headers, body, reason }: z.output<typeof Message>): void {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const { text } = body ?? {};
  if (text !== undefined && text.length > LONG_BODY) session.send({ long: { name: what, text } });
  else
    print(
      session,
      `${what}: ${text ?? reason ?? (body === undefined ? 'no body' : `${body.sizeBytes} bytes of ${type ?? body.mediaType}`)}`,
    );
}

export const requests: AskingVerb = {
  name: 'requests',
  also: ['network'],
  usage: USAGE,
  about: 'list what the page sent and how it was answered; a number: with its bodies',
  ask,
};
