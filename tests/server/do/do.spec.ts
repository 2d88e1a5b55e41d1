import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { PROGRAM, steploomProcess } from '../../support/command-line.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const NAV = ['Home', 'Shop', 'Help', 'News'].map(name => `<a href="/${name.toLowerCase()}">${name}</a>`).join(' ');

const runner = useRunner(
  {
    '/': `<title>Sign in</title><nav>${NAV}</nav><h1>Sign in</h1><form action="/account"><label>Email <input name="email"></label>
    <label>Password <input type="password"></label><button>Sign in</button></form>
    <button onclick="document.querySelector('#said').textContent = 'Sent to you'">Send</button><p id="said" role="status"></p>
    <button onclick="fetch('/gone', { method: 'POST' })">Ask</button><button onclick="alert('Mind the gap')">Warn</button>
    <a href="/file">Report</a><label>File <input type="file" onchange="document.title = this.files[0].name"></label>`,
    '/account': `<title>Account</title><nav>${NAV}</nav><h1>Hello ann</h1><dl><dt>Customer number</dt><dd>C-482</dd></dl>
    <table><tr><th>What</th><th>Price</th></tr><tr><td>Shelf</td><td>£14</td></tr><tr><td>Lamp</td><td>£20</td></tr></table>`,
    '/gone': (_request, response) => void response.writeHead(503, { 'content-type': 'text/plain' }).end('no stock'),
    '/file': (_request, response) =>
      void response.writeHead(200, { 'content-disposition': 'attachment; filename="report.csv"' }).end('a,b\n1,2\n'),
    '/endless': () => {},
  },
  { isAnew: true },
);

/** As somebody types it in the folder of the project. */
const act = async (...words: string[]) => {
  const { exitCode, stdout, stderr } = await steploomProcess(runner.app.folder, 'do', ...words);
  return { exitCode, out: stdout.trimEnd(), err: stderr.trimEnd() };
};
async function withInput(input: string) {
  const child = spawn(process.execPath, [PROGRAM, 'do'], { cwd: runner.app.folder });
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, out: out.trimEnd(), err: err.trimEnd() };
}

const linesOf = (answer: string) => answer.split('\n');
const refOf = (answer: string, what: string) =>
  /^e\d+/.exec(linesOf(answer).find(line => line.includes(what)) ?? '')?.[0] ?? 'none';

describe('verbs at the command line', () => {
  test('open a page, act by refs and by names, and tell what changed in lines', async () => {
    const opened = await act('open', '/');
    const [first, links] = linesOf(opened.out);
    expect(first).toBe(`→ ${runner.origin}/ "Sign in"`);
    expect(links).toMatch(/^e\d+-e\d+ link Home \| Shop \| Help \| News$/);
    expect(await act('fill', refOf(opened.out, '"Email"'), 'ann@example.com')).toEqual({
      exitCode: 0,
      out: 'ok',
      err: '',
    });
    expect((await act('click', 'Send')).out).toMatch(/^\+ e\d+ status "Sent to you"$/);
    expect((await act('click "Sign in"', 'expect heading "Hello ann"', 'text --find customer')).out).toBe(
      '→ /account?email=ann%40example.com "Account"\nCustomer number: C-482',
    );
    expect((await act('text', 'table', '--limit', '2')).out).toBe('What Price\nShelf £14');
  });

  test('stop at the first that fails, which tells the cause and what is nearest', async () => {
    const failed = await act('open /', 'click "Sign out"', 'back');
    expect(failed).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('There is no "Sign out" on the page. Nearest:'),
    });
    expect(failed.err).toContain('Not done: Go back');
    expect(await act('clik', 'e1')).toMatchObject({ exitCode: 2, err: expect.stringContaining('Did you mean click') });
    expect(await act('fill', 'Email')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('Usage: fill <element> <text>'),
    });
    expect(await act('--fast', 'back')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("unknown option '--fast'"),
    });
  });

  test('look at the page, its console, requests and tabs, and take pictures', async () => {
    await act('open', '/');
    const seen = await act('snapshot', '-i');
    expect(seen.out).not.toContain('heading');
    expect((await act('snapshot', '--find', 'Email')).out).toMatch(/\ne\d+ textbox "Email"/);
    expect((await act('click', 'Ask')).out).toContain(`! POST ${runner.origin}/gone 503`);
    expect((await act('requests', '--failed')).out).toMatch(/^(\d+) POST \S+\/gone 503 \d+ms\n\1 answered: no stock$/);
    expect((await act('click', 'Warn')).out).toContain('alert: Mind the gap');
    expect((await act('tabs')).out).toBe(`→ 0 ${runner.origin}/`);
    expect((await act('eval', '1 + 1')).out).toBe('2');
    const picture = join(runner.app.folder, 'seen.png');
    expect((await act('shot', 'seen.png')).out).toMatch(/^seen\.png \d+x\d+$/);
    expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG');
  });

  test('upload files of the folder, and say where a download lies', async () => {
    await writeFile(join(runner.app.folder, 'invoice.txt'), 'three shelves');
    expect((await act('open /', 'upload File invoice.txt', 'expect title invoice.txt')).exitCode).toBe(0);
    const [, path = ''] = /^downloaded: report\.csv (\S+) \(8 B\)$/m.exec((await act('click', 'Report')).out) ?? [];
    expect(await readFile(path, 'utf8')).toBe('a,b\n1,2\n');
  });

  test('what was done is kept as a test that passes, and is run up to a row', async () => {
    await act('close');
    await act('open /', 'fill Email ann@example.com', 'click "Sign in"', 'expect heading "Hello ann"');
    expect((await act('keep', '--dry')).out).toContain('4 Check that heading “Hello ann” is visible');
    const kept = await act('keep', 'Sign in', '--module', 'Members');
    expect(kept.out).toMatch(/^kept m\d+\.t\d+ "Sign in": 4 actions, passed from a fresh start$/);
    const [code = ''] = /t\d+/.exec(kept.out) ?? [];
    expect((await act('run', code, '--to', '2')).out).toMatch(/^passed: t\d+, run r\d+$/);
    expect((await act('snapshot')).out).toContain('= "ann@example.com"');
    expect((await act('fix', code)).out).toMatch(/^t\d+ passed in run r\d+/);
  });

  test('each session has a window of its own, and --json prints what the tools answer', async () => {
    await act('-s', 'one', 'open', '/');
    await act('-s', 'two', 'open', '/account');
    expect((await act('-s', 'one', 'tabs')).out).toBe(`→ 0 ${runner.origin}/`);
    expect(JSON.parse((await act('-s', 'two', '--json', 'tabs')).out)).toMatchObject({ title: 'Account' });
    await Promise.all([act('-s', 'one', 'close'), act('-s', 'two', 'close')]);
  });

  test('secrets are masked, and values with quotes, newlines and braces arrive as they were meant', async () => {
    await act('open', '/');
    const value = `it's "new"\\n{{ 1 + 1 }} $HOME #1`;
    expect((await act('fill', 'Email', value)).exitCode).toBe(0);
    expect((await act('snapshot', '--find', 'Email')).out).toContain(`it's \\"new\\"\\\\n2 $HOME #1`);
    expect(linesOf((await act('fill Password hunter2-hunter2', 'snapshot')).out).join()).not.toContain('hunter2');
  });

  test('lines come from standard input, and a closed one asks for help', async () => {
    const lines = await withInput('open /\n# fill in\nfill Email "ann b"\n\nexpect textbox Email value "ann b"\n');
    expect(lines).toMatchObject({ exitCode: 0, err: '' });
    expect((await withInput('')).out).toContain('click <element>');
  });

  test('a page that never answers is given up, and a command that is stopped does nothing more', async () => {
    await act('open', '/');
    const late = await act('open', '/endless', '--timeout-ms', '300');
    expect(late.exitCode).toBe(1);
    expect((await act('open', '/')).exitCode).toBe(0);
  });

  test('a folder of another project is refused what is not there, and a wrong project is named', async () => {
    expect(await act('-p', 'nothing', 'tabs')).toMatchObject({ exitCode: 1, err: expect.stringContaining('nothing') });
    await using elsewhere = await temporaryDirectory();
    const workspace = dirname(runner.app.folder);
    const there = await steploomProcess(elsewhere.path, 'do', '-w', workspace, 'open', '/');
    expect(there.exitCode).toBe(0);
    await steploomProcess(elsewhere.path, 'do', '-w', workspace, 'close');
  });
});
