// @module-tag full
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Answer, servePages } from '../ide-bridge/browser/app-fixture.ts';
import { childProcesses } from '../support/child-processes.ts';
import { steploom } from '../support/command-line.ts';
import { membersArea, SIGN_IN } from '../support/members-area.ts';
import { ApiClient, type RunningSteploom, startSteploom } from '../support/running-steploom.ts';
import { secretForms } from '../support/secret-forms.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** One in every field that takes a secret. */
const CANARIES = {
  ofEnvironment: 'Canary/Env+4711 "quoted" ünder',
  ofProcess: 'Canary-Process-0815',
  password: 'Canary-Password&1234',
  wrongPassword: 'Canary-Wrong<9999>',
  basicPassword: 'Canary-Basic:7531',
  header: 'Canary-Header-2468-abcdef',
};
const FROM_PROCESS = { STEPLOOM_SECRET_FROM_PROCESS: CANARIES.ofProcess };

/** Shows, logs, throws and asks for all that it gets to know. */
const leaky: Answer = (request, response) => {
  const headers = JSON.stringify([request.headers.authorization, request.headers['x-key'], request.headers.cookie]);
  if (request.headers.authorization === undefined && request.url?.startsWith('/basic')) {
    response.statusCode = 401;
    response.setHeader('www-authenticate', 'Basic realm="Leaky"');
  }
  response.setHeader('content-type', 'text/html; charset=utf-8').end(`<title>Leaky</title><h1>Leaky</h1>
    <label>Key <input name="key"></label><label>Other <input name="other"></label><p role="status"></p><pre></pre>
    <script>
      const headers = ${headers.replaceAll('<', '\\u003c')};
      document.querySelector('pre').textContent = headers.join();
      console.log('headers', headers.join());
      for (const field of document.querySelectorAll('input')) field.oninput = () => {
        const { value } = field;
        document.title = 'Leaky ' + value;
        document.querySelector('[role=status]').textContent = value;
        field.placeholder = value;
        console.error('typed ' + value, btoa(unescape(encodeURIComponent(value))), { value });
        fetch('/missing?key=' + encodeURIComponent(value) + '&' + new URLSearchParams({ value }));
        console.log('loud ' + value.toUpperCase(), JSON.stringify(value).replaceAll("'", "\\\\'"), btoa(value));
        history.replaceState(null, '', '?key=' + value);
        setTimeout(() => { throw new Error('Bad value ' + value); }, 0);
      };
    </script>`);
};

/** Has every answer of the service kept. */
class KeepingClient extends ApiClient {
  readonly replies: string[] = [];

  override async post(body: unknown): Promise<Response> {
    const response = await super.post(body);
    this.replies.push(await response.clone().text());
    return response;
  }
}

const Created = z.object({ test: z.object({ testCode: z.string() }) });

class Journey {
  readonly client: KeepingClient;
  readonly #service: RunningSteploom;
  /** Command lines of the service and all it started. */
  readonly commandLines = new Set<string>();

  constructor(service: RunningSteploom, client: KeepingClient) {
    this.#service = service;
    this.client = client;
  }

  call(name: string, args: object = {}): Promise<unknown> {
    return this.client.call(name, args, z.unknown());
  }

  async write(name: string, actions: readonly object[]): Promise<string> {
    const fields = { moduleCode: 'm1', name, actions };
    return (await this.client.call('createTest', fields, Created)).test.testCode;
  }

  async run(testId: string, options: object = {}): Promise<void> {
    await this.call('runTest', { testId, environment: 'canaries', screenshots: 'each', wait: 25, ...options });
    for (const { commandLine } of childProcesses(this.#service.pid)) this.commandLines.add(commandLine);
    await this.call('stopTest').catch(() => {});
    const looks = [
      'getTestStatus',
      'getTestResults',
      'getPageInfo',
      'getPageElements',
      'getConsoleLog',
      'getNetworkLog',
      'getAppUrl',
    ];
    for (const look of [...looks, 'getAuthConfig', 'getEnvironments', 'getProject', 'getRuns', 'getTests'])
      await this.call(look).catch(() => {});
  }
}

const visit = (url: string) => ({ type: 'visit', url });
const fill = (label: string, value: string) => ({ type: 'fill', locator: `getByLabel('${label}')`, value });
const fails = (locator: string) => ({
  type: 'assert',
  matcher: 'toHaveText',
  locator,
  expected: 'Nothing',
  timeoutMs: 300,
});

const LEAK = [
  visit('/leaky'),
  fill('Key', '{{secret.KEY}}'),
  fill('Other', '{{secret.FROM_PROCESS}}'),
  { ...fails("getByRole('status')"), onFailure: 'continue' },
  fails('pre'),
];

/** Runs tests in every way to sign in, with what is right and what is wrong. */
async function runEverything(journey: Journey): Promise<string> {
  const leak = await journey.write('Leaks', LEAK);
  const signInTest = await journey.write('Signs in', SIGN_IN);
  const roles = (password: string) => [{ role: 'member', username: 'ann', password }];
  const check = { locator: "getByRole('heading')", matcher: 'toHaveText', expected: 'Hello ann' };
  const nothing = { roles: null, headers: null, signInTest: null, identityCheck: null, reuseMinutes: 30 };
  const configure = (settings: object) => journey.call('configureAuth', { ...nothing, ...settings });
  await configure({ method: 'basic', roles: roles(CANARIES.basicPassword) });
  await journey.run(await journey.write('Basic', [visit('/basic'), fails('pre')]));
  await configure({ method: 'header', headers: { 'X-Key': CANARIES.header } });
  await journey.run(leak);
  await journey.call('tryAuth');
  await configure({ method: 'form', roles: roles(CANARIES.wrongPassword), signInTest, identityCheck: check });
  await journey.run(leak);
  await journey.call('tryAuth');
  await journey.call('navigateUrl', { url: '/' }).catch(() => {});
  await configure({ method: 'form', roles: roles(CANARIES.password), signInTest, identityCheck: check });
  await journey.run(leak);
  await journey.call('tryAuth');
  await journey.call('navigateUrl', { url: '/leaky', role: 'member' });
  await journey.run(signInTest);
  await journey.call('getTestResults', { runId: 'r999' }).catch(() => {});
  return leak;
}

/** All files but those that hold secrets: text by path. */
async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap(entry => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const shown = paths.filter(path => !/\.steploom\/(secrets\.json|backups\/secrets\.|sign-in\/)/.test(path));
  return new Map(
    await Promise.all(
      shown.map(async (path): Promise<[string, string]> => [relative(folder, path), await readFile(path, 'utf8')]),
    ),
  );
}

/** Where a secret is in any of its forms. */
function leaks(secrets: Readonly<Record<string, string>>, texts: Iterable<readonly [string, string]>): string[] {
  return [...texts].flatMap(([where, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) => {
      const form = secretForms(secret).find(each => each.length >= 6 && text.includes(each));
      if (form === undefined) return [];
      const at = text.indexOf(form);
      return [`${name} in ${where}: ${text.slice(Math.max(0, at - 60), at + form.length + 20)}`];
    }),
  );
}

test.runIf(process.platform === 'linux')(
  'no secret appears in any file, output or reply that a run produces',
  async () => {
    await using workspace = await temporaryDirectory();
    const area = membersArea({ ann: CANARIES.password });
    await using pages = await servePages({ ...area.pages, '/leaky': leaky, '/basic': leaky });
    const service = await startSteploom(workspace.path, FROM_PROCESS);
    const { apiUrl, token } = await service.client('sample');
    const journey = new Journey(service, new KeepingClient(apiUrl, token));
    // A wrong password is looked at for as long as an action may take, several times.
    await journey.call('editProject', { appUrl: pages.origin, settings: { timeouts: { actionMs: 4_000 } } });
    const items = [
      { name: 'KEY', kind: 'secret', value: CANARIES.ofEnvironment },
      { name: 'FROM_PROCESS', kind: 'secret' },
    ];
    await journey.call('createEnvironment', { name: 'canaries', items });
    const leak = await runEverything(journey);
    const said = service.told();
    expect(await service.interrupt()).toBe(0);
    const report = join(workspace.path, 'messages.ndjson');
    const line = [
      'run',
      leak,
      '--env',
      'canaries',
      '--role',
      'member',
      '--reporter',
      'pretty',
      '--reporter',
      `messages=${report}`,
      ...['cucumber', 'junit', 'html', 'allure', 'github', 'progress'].flatMap(name => [
        '--reporter',
        `${name}=${join(workspace.path, 'reports', name)}`,
      ]),
    ];
    const { stdout, stderr, exitCode } = await steploom(workspace.path, FROM_PROCESS, ...line);
    expect(exitCode).toBe(1);
    const unknown = await steploom(workspace.path, FROM_PROCESS, 'run', leak, '--role', 'ghost');
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('No role "ghost". Roles: member;') });
    const [session = ''] = area.tokens.slice(-1);
    expect(session).not.toBe('');
    const texts: [string, string][] = [
      ...(await readFiles(workspace.path)),
      ['what the service says', said],
      ['output of the command line', stdout],
      ['progress of the command line', stderr],
      ...journey.client.replies.map((reply, index): [string, string] => [`reply ${index}`, reply]),
      ...[...journey.commandLines].map((text): [string, string] => ['a command line', text]),
    ];
    expect(texts.length).toBeGreaterThan(50);
    expect([...journey.commandLines].join()).toContain('chrom');
    const everything = texts.map(([, text]) => text).join('\n');
    for (const trace of [
      /typed ••••/,
      /Bad value ••••/,
      /headers ,••••/,
      /Basic [\w+/=]*••••/,
      /key=••••/,
      /session=••••/,
    ])
      expect(everything).toMatch(trace);
    const tokens = Object.fromEntries(area.tokens.map((text, index) => [`token ${index}`, text]));
    expect(leaks({ ...CANARIES, ...tokens }, texts)).toEqual([]);
  },
  600_000,
);
