import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const PNG = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const SECRET = 'very-"secret"';
const ENTRY = { level: 'error', text: `a ${SECRET}` };
const FILES: Record<string, string | Buffer> = {
  'run.json': '{\n  "format": 1\n}\n',
  'messages.ndjson': '{"meta":{}}\n',
  'console.ndjson': `${JSON.stringify(ENTRY)}\nnot JSON ${SECRET}\n{"level":"info"}\n`,
  'run.json.part': '{',
  'notes.txt': 'private',
  'screenshots/1-a1.png': PNG,
  'downloads/3-räte.csv': 'a;b',
  'reports/TEST-steploom.xml': '<testsuites/>',
  'reports/report.html': '<script>1</script>',
  'screenshots/2-über-uns.jpg': PNG,
};

let shop: Shop;
let runs: string;
let read: string;

beforeAll(async () => {
  shop = await openShop();
  await shop.author.environment('Keys', [{ name: 'KEY', kind: 'secret', value: SECRET }]);
  read = (await shop.app.clientWith('read')).token;
  runs = join(shop.app.folder, '.steploom', 'runs');
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(runs, 'r1', name)), { recursive: true });
    await writeFile(join(runs, 'r1', name), content);
  }
  await mkdir(join(runs, 'r2'));
});

afterAll(() => shop[Symbol.asyncDispose]());

interface Ask {
  token?: string;
  method?: string;
}

/** Sends the path as it stands: fetch would tidy it up first. */
async function ask(path: string, { token = read, method = 'GET' }: Ask = {}) {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const { port } = new URL(shop.app.service.url);
  const sent = request({ host: '127.0.0.1', port, path, method, headers });
  sent.end();
  const [response] = await new Promise<[Parameters<typeof textOf>[0] & { statusCode?: number; headers: object }]>(
    (resolve, reject) => {
      sent.on('response', answer => resolve([answer]));
      sent.on('error', reject);
    },
  );
  const text = await textOf(response);
  return { status: response.statusCode, headers: z.record(z.string(), z.unknown()).parse(response.headers), text };
}

const refusal = async (path: string, options: Ask = {}) => {
  const { status, headers, text } = await ask(path, options);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const { error, message } = z.object({ error: z.string(), message: z.string() }).parse(JSON.parse(text));
  return { status, error, message };
};

describe('GET /api/runs/<runId>/<file>', () => {
  it.each([
    ['run.json', 'application/json; charset=utf-8'],
    ['messages.ndjson', 'application/x-ndjson; charset=utf-8'],
    ['screenshots/1-a1.png', 'image/png'],
    ['screenshots/2-%C3%BCber-uns.jpg', 'image/jpeg'],
  ])('the run file %s is served unchanged as %s', async (name, type) => {
    const answer = await ask(`/api/runs/r1/${name}`);
    const content = FILES[decodeURIComponent(name)] ?? '';
    expect(answer).toMatchObject({ status: 200, text: content.toString('utf8') });
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-length': String(Buffer.byteLength(content)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['downloads/3-r%C3%A4te.csv', '3-r%C3%A4te.csv'],
    ['reports/TEST-steploom.xml', 'TEST-steploom.xml'],
    ['reports/report.html', 'report.html'],
  ])('the run file %s is served as a download, never as a page', async (name, saved) => {
    const answer = await ask(`/api/runs/r1/${name}`);
    expect(answer).toMatchObject({ status: 200, text: FILES[decodeURIComponent(name)] });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${saved}`,
      'x-content-type-options': 'nosniff',
    });
  });

  it('secrets in run files are masked, even those that were unknown when the run was stored', async () => {
    const { text } = await ask('/api/runs/r1/console.ndjson');
    expect(text).toBe('{"level":"error","text":"a ••••"}\nnot JSON ••••\n{"level":"info"}\n');
    expect(await readFile(join(runs, 'r1', 'console.ndjson'), 'utf8')).toContain('very-');
  });

  it('a HEAD request for a run file is answered without the content', async () => {
    const { status, headers, text } = await ask('/api/runs/r1/run.json', { method: 'HEAD' });
    expect({ status, text, length: headers['content-length'] }).toEqual({ status: 200, text: '', length: '18' });
  });

  it.each(['POST', 'DELETE', 'PUT'])('a %s request for a run file is refused with 405', async method => {
    const answer = await ask('/api/runs/r1/run.json', { method });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'invalid-request' });
  });

  it('a request for a missing run or file is answered 404 with the way to the existing ones', async () => {
    const none = { status: 404, error: 'not-found' };
    expect(await refusal('/api/runs/r9/run.json')).toEqual({
      ...none,
      message: 'No run "r9". Call getRuns to see the runs.',
    });
    expect(await refusal('/api/runs/r2/run.json')).toEqual({
      ...none,
      message: 'Run r2 has no file "run.json"; it has nothing yet.',
    });
    expect((await refusal('/api/runs/r1/trace.zip')).message).toBe(
      'Run r1 has no file "trace.zip"; it has console.ndjson, downloads/3-räte.csv, messages.ndjson, reports/TEST-steploom.xml, reports/report.html, run.json, screenshots/1-a1.png, screenshots/2-über-uns.jpg.',
    );
    expect(await refusal('/api/runs/r1')).toMatchObject(none);
    expect(await refusal('/api/runs/r1/')).toMatchObject(none);
    expect(await refusal('/api/runs')).toMatchObject(none);
  });
});

it('nothing is deleted where a link in the place of the runs leads to', async () => {
  await using own = await openShop();
  const outside = join(own.app.folder, 'outside');
  await mkdir(join(outside, 'r1'), { recursive: true });
  await writeFile(join(outside, 'r1', 'diary.txt'), 'mine');
  await symlink(outside, join(own.app.folder, '.steploom', 'runs'), 'junction');
  expect(await own.author.refusal('deleteRun', { runId: 'r1' })).toMatch(/^damaged-file: .* is a link/);
  expect(await readFile(join(outside, 'r1', 'diary.txt'), 'utf8')).toBe('mine');
});

describe('paths that are not files of a run', () => {
  beforeAll(async () => {
    await symlink(join(shop.app.folder, 'project.json'), join(runs, 'r1', 'trace.zip'));
    await symlink(join(runs, 'r1'), join(runs, 'r3'));
    await symlink(shop.app.folder, join(runs, 'r2', 'screenshots'));
    await writeFile(join(shop.app.folder, '1-a1.png'), 'private');
  });

  it.each([
    '/api/runs/r1/../../tokens.json',
    '/api/runs/r1/..%2f..%2ftokens.json',
    '/api/runs/r1/%2e%2e/%2e%2e/tokens.json',
    '/api/runs/r1/screenshots/../../../tokens.json',
    '/api/runs/r1/screenshots/..%5c..%5crun.json',
    '/api/runs/r1/screenshots/1-a1.png%00.json',
    '/api/runs/../tokens.json',
    '/api/runs/..%2f..%2f/project.json',
    '/api/runs/r1//run.json',
    '/api/runs/r1/./run.json',
    '/api/runs/r1/run.json.part',
    '/api/runs/r1/notes.txt',
    '/api/runs/r1/screenshots',
    '/api/runs/r1/RUN.JSON',
    '/api/runs/R1/run.json',
    '/api/runs/r01/run.json',
    '/api/runs/r1/%ff',
    '/api/runs/r1/trace.zip',
    '/api/runs/r2/screenshots/1-a1.png',
    '/api/runs/r3/run.json',
  ])('a request for %s is answered 404', async path => {
    expect(await refusal(path)).toMatchObject({ status: 404, error: 'not-found' });
  });
});

describe('access to the files of a run', () => {
  it('everybody with a token of the project may read the files of a run', async () => {
    const path = '/api/runs/r1/run.json';
    expect(await refusal(path, { token: '' })).toMatchObject({ status: 401, error: 'unauthorized' });
    expect((await ask(path, { token: '' })).headers['www-authenticate']).toBe('Bearer');
    expect(await refusal(path, { token: 'wrong' })).toMatchObject({ status: 401, error: 'unauthorized' });
    expect((await ask(path, { token: shop.author.client.token })).status).toBe(200);
    expect((await ask(`${path}?projectId=shop`)).status).toBe(200);
    expect(await refusal(`${path}?projectId=other`)).toMatchObject({ status: 403, error: 'forbidden' });
  });

  it('the owner, naming the project, may read the files of a run', async () => {
    const server = await readFile(join(dirname(shop.app.folder), '.steploom/server.json'), 'utf8');
    const { secret: token } = z.object({ secret: z.string() }).parse(JSON.parse(server));
    const path = '/api/runs/r1/run.json';
    expect((await ask(`${path}?projectId=shop`, { token })).status).toBe(200);
    expect(await refusal(path, { token })).toMatchObject({ status: 400, error: 'invalid-params' });
    expect(await refusal(`${path}?projectId=none`, { token })).toMatchObject({ status: 404, error: 'not-found' });
  });

  it('nobody with a token of another project may read the files of a run', async () => {
    const other = await shop.app.service.workspace.create({ projectId: ProjectId.parse('other'), name: 'Other' });
    await other.tokens.setEnabled(true);
    const { value: token } = await other.tokens.create({ name: 'theirs', access: 'write' });
    expect(await refusal('/api/runs/r1/run.json', { token })).toMatchObject({ status: 404, error: 'not-found' });
    expect(await refusal('/api/runs/r1/run.json?projectId=shop', { token })).toMatchObject({ status: 403 });
  });
});
