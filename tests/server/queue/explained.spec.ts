import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steploom, steploomProcess } from '../../support/command-line.ts';
import { HAS_REDIS, type RedisServer, startRedis } from '../../support/redis-server.ts';
import { servePages } from '../../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const PASSWORD = 'canary p@ss/:%';
const GIVE = 'set STEPLOOM_QUEUE_PASSWORD, or name a file that holds it with --queue-password-file';

describe.skipIf(!HAS_REDIS)('a queue that is of no use, and why', () => {
  let folder: TemporaryDirectory;
  let locked: RedisServer;
  let encrypted: RedisServer;
  beforeAll(async () => {
    folder = await temporaryDirectory();
    [locked, encrypted] = await Promise.all([startRedis({ password: PASSWORD }), startRedis({ isEncrypted: true })]);
    await writeFile(join(folder.path, 'right'), `${PASSWORD}\n`);
    await writeFile(join(folder.path, 'wrong'), 'canary\n');
    await writeFile(join(folder.path, 'empty'), '\n');
  });
  afterAll(async () => {
    await Promise.all([locked, encrypted].map(server => server[Symbol.asyncDispose]()));
    await folder[Symbol.asyncDispose]();
  });

  const work = (url: string, ...line: (string | Record<string, string>)[]) =>
    steploom(folder.path, 'worker', '--queue', url, ...line);
  const told = async (url: string, ...line: (string | Record<string, string>)[]) => {
    const { exitCode, stdout, stderr } = await work(url, ...line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(stderr).not.toContain('canary');
    return stderr;
  };

  it('a password that is missing or wrong is told as such, with where to put it', async () => {
    expect(await told(locked.url)).toBe(`The queue at ${locked.url} wants a password.\nNext: ${GIVE}\n`);
    const refused = new RegExp(
      `^The queue at ${locked.url} refuses the password\\.\\nNext: set STEPLOOM_QUEUE_PASSWORD`,
    );
    expect(await told(locked.url, { STEPLOOM_QUEUE_PASSWORD: 'canary' })).toMatch(refused);
    expect(await told(locked.url, '--queue-password-file', 'wrong')).toMatch(refused);
    expect(await told(locked.url.replace('//', '//:canary@'))).toMatch(refused);
    expect(await told(locked.url.replace('//', '//canary:canary@'))).toMatch(refused);
  });

  it('TLS on one side only, and a certificate that is not trusted, are told as such', async () => {
    const plain = encrypted.url.replace('rediss', 'redis');
    expect(await told(plain)).toBe(
      `The queue at ${plain} cut the connection at once.\nNext: write rediss:// in the address, if the port is one for TLS\n`,
    );
    expect(await told(encrypted.url)).toMatch(
      /shows a certificate that is not trusted \(\w+\)\.\nNext: name the file of its authority in NODE_EXTRA_CA_CERTS/,
    );
    await using pages = await servePages({ '/': () => '' });
    const [web, overTls] = [pages.url.replace('http', 'redis'), pages.url.replace('http', 'rediss')];
    expect(await told(web)).toMatch(/ is none: what answers there is not Redis\.\nNext: correct host and port/);
    expect(await told(overTls)).toMatch(/ does not speak TLS\.\nNext: write redis:\/\/ in the address/);
  });

  it('a name that is not found and a port where nothing listens are told as such', async () => {
    expect(await told('redis://queue.invalid:6379')).toMatch(
      /^The queue at redis:\/\/queue\.invalid:6379 cannot be reached: the name queue\.invalid was not found\.\nNext: correct the host/,
    );
    expect(await told('redis://127.0.0.1:9')).toMatch(
      /cannot be reached: nothing answers there\.\nNext: start Redis there/,
    );
  });

  it('a password file that says nothing, or is not the only one to say it, is refused', async () => {
    for (const [name, reason] of [
      ['missing', 'cannot be read (ENOENT)'],
      ['empty', 'is empty'],
    ] as const) {
      const { exitCode, stderr } = await work(locked.url, '--queue-password-file', name);
      expect(stderr).toContain(join(folder.path, name));
      expect([exitCode, stderr.includes(reason)]).toEqual([2, true]);
    }
    const twice = await work(locked.url.replace('//', '//:canary@'), '--queue-password-file', 'right');
    expect([twice.exitCode, twice.stderr]).toEqual([
      2,
      'The address of the queue holds a password, and --queue-password-file another one.\n',
    ]);
    const alone = await steploom(folder.path, 'run', '--queue-password-file', 'right');
    expect([alone.exitCode, alone.stderr]).toEqual([2, '--queue-password-file goes with --queue.\n']);
  });

  it('a worker gets in with a password of a variable or a file, and never tells it', { tags: 'full' }, async () => {
    const line = ['worker', '--queue', locked.url, '--drain'];
    const ways = [[{ STEPLOOM_QUEUE_PASSWORD: PASSWORD }], ['--queue-password-file', 'right']];
    const ended = await Promise.all(ways.map(way => steploomProcess(folder.path, ...line, ...way)));
    for (const { exitCode, stdout, stderr } of ended) {
      expect(exitCode).toBe(0);
      expect(stdout + stderr).toContain(`waits for work at ${locked.url}`);
      expect(stdout + stderr).not.toContain('canary');
    }
  });
});
