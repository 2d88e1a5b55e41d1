import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Envelope } from '@cucumber/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlinePictures } from '../../../server/reports/inline-pictures.ts';
import { makeReport } from '../../../server/reports/make-report.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { faultsIn } from './envelope-schema.ts';
import { featureRun } from './feature-run.ts';

const PIXELS = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const EMBEDDING = { data: PIXELS.toString('base64'), mime_type: 'image/png' };

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  folder = await temporaryDirectory();
  await mkdir(join(folder.path, 'screenshots'));
});

afterAll(() => folder[Symbol.asyncDispose]());

const keep = (name: string, bytes: Uint8Array) => writeFile(join(folder.path, 'screenshots', name), bytes);

const pictures = (messages: readonly Envelope[]) => messages.flatMap(({ attachment }) => attachment ?? []);

/** Messages of a run that took so many pictures. */
function messagesWith(names: readonly string[]): Envelope[] {
  const { messages } = featureRun({ screenshot: 'screenshots/1-é a.png' });
  const [first] = pictures(messages);
  if (first === undefined) throw new Error('There is no picture.');
  return names.map(name => ({ attachment: { ...first, fileName: name, url: encodeURI(`screenshots/${name}`) } }));
}

describe('pictures in reports', () => {
  it('pictures are embedded in the messages, which stay valid, and in the reports', async () => {
    await keep('1-é a.png', PIXELS);
    const { run, messages } = featureRun({ screenshot: 'screenshots/1-é a.png' });
    const { messages: inlined, leftOut } = await inlinePictures(messages, folder.path);
    expect(leftOut).toEqual([]);
    expect(faultsIn(inlined)).toEqual([]);
    expect(pictures(inlined)).toHaveLength(2);
    for (const picture of pictures(inlined)) {
      expect(picture).toMatchObject({ body: EMBEDDING.data, contentEncoding: 'BASE64', fileName: '1-é a.png' });
      expect(picture).not.toHaveProperty('url');
    }
    const made = (format: 'cucumber' | 'messages' | 'html') =>
      makeReport(format, { run, messages, folder: folder.path }).then(({ content }) => Buffer.from(content).toString());
    const [feature] = JSON.parse(await made('cucumber'));
    expect(feature.elements[1].steps[1].embeddings).toEqual([EMBEDDING]);
    expect(await made('messages')).toContain(`"body":"${EMBEDDING.data}"`);
    expect(await made('html')).toContain(`"body":"${EMBEDDING.data}"`);
  });

  it('a picture that is too large is left out, and a sentence says so in its place', async () => {
    await keep('1-small.png', Buffer.alloc(200_000));
    await keep('2-large.png', Buffer.alloc(200_001));
    const { messages, leftOut } = await inlinePictures(messagesWith(['1-small.png', '2-large.png']), folder.path);
    const reason = 'screenshots/2-large.png is left out: it has 201 kB, at most 200 kB go in.';
    expect(leftOut).toEqual([reason]);
    expect(pictures(messages)[0]?.body).toHaveLength(266_668);
    expect(pictures(messages)[1]).toMatchObject({ body: reason, contentEncoding: 'IDENTITY', mediaType: 'text/plain' });
    expect(faultsIn(messages)).toEqual([]);
  });

  it('pictures are left out once they exceed 5 MB altogether', async () => {
    await keep('3-one.png', Buffer.alloc(200_000));
    const names = Array.from({ length: 27 }, () => '3-one.png');
    const { messages, leftOut } = await inlinePictures(messagesWith(names), folder.path);
    expect(pictures(messages).filter(({ mediaType }) => mediaType === 'image/png')).toHaveLength(25);
    expect(leftOut).toEqual([
      'screenshots/3-one.png is left out: more than 5 MB of pictures would be in the report.',
      'screenshots/3-one.png is left out: more than 5 MB of pictures would be in the report.',
    ]);
  });

  it('a missing picture is replaced by a sentence that says so', async () => {
    await rm(join(folder.path, 'screenshots', '9-gone.png'), { force: true });
    const { messages, leftOut } = await inlinePictures(messagesWith(['9-gone.png']), folder.path);
    expect(leftOut).toEqual(['screenshots/9-gone.png is missing: it cannot be read (ENOENT).']);
    expect(pictures(messages)[0]?.mediaType).toBe('text/plain');
  });

  it.each(['../../project.json', 'screenshots/../../../secrets.json', '/etc/hostname'])(
    'no picture is read from %s',
    async name => {
      const [message] = messagesWith(['1-small.png']);
      const attachment = { ...message?.attachment, url: name };
      const [only] = pictures(
        (await inlinePictures(JSON.parse(JSON.stringify([{ attachment }])), folder.path)).messages,
      );
      expect(only?.body).toBe(`${name} is missing: it cannot be read (no picture of the run).`);
    },
  );

  it('embedding pictures leaves the original messages unchanged', async () => {
    await keep('1-small.png', PIXELS);
    const messages = messagesWith(['1-small.png']);
    const before = structuredClone(messages);
    await inlinePictures(messages, folder.path);
    expect(messages).toEqual(before);
  });
});
