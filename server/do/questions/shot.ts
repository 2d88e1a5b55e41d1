import { z } from 'zod';
import { type AskingVerb, type DoSession, print, readArguments } from '../do-session.ts';
import { locatorOf } from '../element-words.ts';

const USAGE = 'shot [<file>] [--of <element>] [--full] [--width <px>]';
const OPTIONS = { of: { type: 'string' }, full: { type: 'boolean' }, width: { type: 'string' } } as const;

const Picture = z.object({
  width: z.number(),
  height: z.number(),
  path: z.string().optional(),
  note: z.string().optional(),
});

async function ask(words: readonly string[], session: DoSession): Promise<void> {
  const { values, positionals } = readArguments(words, USAGE, OPTIONS);
  const [file] = positionals;
  const output = await session.call('getScreenshot', {
    as: 'file',
    fullPage: values.full ?? false,
    format: file !== undefined && /\.jpe?g$/i.test(file) ? 'jpeg' : 'png',
    ...(values.of === undefined ? {} : { locator: await locatorOf(session, [values.of]) }),
    ...(values.width === undefined ? {} : { maxWidth: Number(values.width) }),
  });
  if (session.isJson) return print(session, JSON.stringify(output));
  const { width, height, path = '', note } = Picture.parse(output);
  if (file !== undefined) session.send({ copy: { from: path, to: file } });
  print(session, `${file ?? path} ${width}x${height}${note === undefined ? '' : ` (${note})`}`);
}

export const shot: AskingVerb = {
  name: 'shot',
  usage: USAGE,
  about: 'take a picture of the page, into a file',
  ask,
};
