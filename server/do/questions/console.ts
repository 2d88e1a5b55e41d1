import { z } from 'zod';
import { type AskingVerb, type DoSession, print, readArguments } from '../do-session.ts';

const USAGE = 'console [--level error|warning|info|debug] [--find "text"] [--limit <n>]';
const OPTIONS = { level: { type: 'string' }, find: { type: 'string' }, limit: { type: 'string' } } as const;
const DEFAULT_LIMIT = 20;

const Log = z.object({
  entries: z.array(
    z.object({ level: z.string(), text: z.string(), url: z.string().optional(), line: z.number().optional() }),
  ),
  total: z.number(),
});

async function ask(words: readonly string[], session: DoSession): Promise<void> {
  const { values, positionals } = readArguments(words, USAGE, OPTIONS);
  const [level = values.level] = positionals;
  const output = await session.call('getConsoleLog', {
    ...(level === undefined ? {} : { level }),
    ...(values.find === undefined ? {} : { filter: values.find }),
    limit: values.limit === undefined ? DEFAULT_LIMIT : Number(values.limit),
  });
  if (session.isJson) return print(session, JSON.stringify(output));
  const { entries, total } = Log.parse(output);
  const left = total - entries.length;
  const lines = entries.map(({ level: kind, text, url, line }) => {
    const place = url === undefined ? '' : ` (${url.replace(/^.*\//, '')}${line === undefined ? '' : `:${line}`})`;
    return `${kind}: ${text}${place}`;
  });
  print(session, [...(left > 0 ? [`… ${left} older: --limit`] : []), ...lines].join('\n') || 'The console is empty.');
}

export const consoleLog: AskingVerb = { name: 'console', usage: USAGE, about: 'read the console, with errors', ask };
