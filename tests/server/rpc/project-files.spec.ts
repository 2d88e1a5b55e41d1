import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../support/shop.ts';

const MEGABYTE = 1024 * 1024;

/** Asks for `/api/files` with the token of a client. */
async function ask({ app }: Shop, path: string, options: RequestInit & { token?: string } = {}) {
  const { token = app.client.token, ...init } = options;
  const response = await fetch(`${app.service.url}/api/files?path=${encodeURIComponent(path)}`, {
    ...init,
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json');
  return { response, status: response.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined };
}

describe('/api/files', () => {
  it('a large file is stored byte for byte and returned unchanged', { tags: 'full' }, async () => {
    await using shop = await openShop();
    const bytes = randomBytes(19 * MEGABYTE);
    const put = await ask(shop, 'big/movie.mp4', { method: 'POST', body: bytes });
    expect([put.status, put.body]).toEqual([200, { path: 'big/movie.mp4', sizeBytes: bytes.length }]);
    expect(bytes.equals(await readFile(join(shop.app.folder, 'files/big/movie.mp4')))).toBe(true);
    const got = await ask(shop, 'big/movie.mp4');
    expect(got.response.headers.get('content-type')).toBe('application/octet-stream');
    expect(got.response.headers.get('content-disposition')).toBe('attachment');
    expect(got.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(bytes.equals(got.bytes)).toBe(true);
  });

  it('an upload without content replaces a file by an empty one', async () => {
    await using shop = await openShop();
    await ask(shop, 'a.txt', { method: 'POST', body: 'text' });
    expect((await ask(shop, 'a.txt', { method: 'POST' })).body).toEqual({ path: 'a.txt', sizeBytes: 0 });
    expect((await ask(shop, 'a.txt')).bytes.length).toBe(0);
  });

  it('files that are too large, wrongly named or missing are refused', async () => {
    await using shop = await openShop();
    await ask(shop, 'a.txt', { method: 'POST', body: 'text' });
    const large = await ask(shop, 'b.bin', { method: 'POST', body: Buffer.alloc(20 * MEGABYTE + 1) });
    expect([large.status, large.body]).toMatchObject([413, { error: 'too-large' }]);
    for (const [path, method, status, error] of [
      ['../project.json', 'POST', 400, 'invalid-params'],
      ['../project.json', 'GET', 400, 'invalid-params'],
      ['', 'POST', 400, 'invalid-params'],
      ['b.bin', 'GET', 404, 'not-found'],
      ['A.txt', 'POST', 409, 'name-taken'],
      ['a.txt/b', 'POST', 409, 'conflict'],
      ['a.txt', 'DELETE', 405, 'invalid-request'],
    ] as const) {
      const reply = await ask(shop, path, { method });
      expect([reply.status, reply.body], `${method} ${path}`).toMatchObject([status, { error }]);
    }
    const told = async (path: string) => (await ask(shop, path)).body.message;
    expect(await told('')).toBe('"path" must be at least 1 character, not "".');
    expect(await told('x'.repeat(501))).toMatch(/^"path" must be at most 500 characters, not "x+…\.$/);
    expect((await ask(shop, 'a.txt', { method: 'DELETE' })).response.headers.get('allow')).toBe('GET, HEAD, POST');
    expect((await ask(shop, 'a.txt')).bytes.toString()).toBe('text');
  });

  it('a read token may only read files, and without a valid token nothing is allowed', async () => {
    await using shop = await openShop();
    await ask(shop, 'a.txt', { method: 'POST', body: 'text' });
    const { token } = await shop.app.clientWith('read');
    expect((await ask(shop, 'a.txt', { token })).bytes.toString()).toBe('text');
    const put = await ask(shop, 'b.txt', { token, method: 'POST', body: 'x'.repeat(MEGABYTE) });
    expect([put.status, put.body]).toMatchObject([403, { error: 'forbidden' }]);
    const wrong = await ask(shop, 'a.txt', { token: 'wrong' });
    expect([wrong.status, wrong.body]).toMatchObject([401, { error: 'unauthorized' }]);
    const response = await fetch(`${shop.app.service.url}/api/files?path=a.txt`, { method: 'POST', body: 'x' });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});
