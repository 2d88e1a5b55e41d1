import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installBrowser } from '../../../ide-bridge/browser/install/install-browser.ts';
import type { Machine } from '../../../ide-bridge/browser/install/machine.ts';
import { playwrightBrowsers } from '../../../ide-bridge/browser/install/playwright-cache.ts';
import { isAlive } from '../../support/is-alive.ts';
import { eventually } from './app-fixture.ts';
import { createFakeMachine, type FakeMachine } from './fake-machine.ts';

const NO_NETWORK = `
  console.log('Downloading Chrome for Testing');
  console.error('Error: getaddrinfo ENOTFOUND cdn.example.test');
  console.error('Failed to install browsers');
  process.exitCode = 1;
`;

/** Starts a program of its own, notes both process ids, and never ends. */
const HANGS = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  fs.writeFileSync('ROOT/pids', process.pid + ' ' + child.pid);
  setInterval(() => {}, 1000);
`;

/** Leaves a finished download of a browser that prints its release, if `condition` of sh is true. */
const downloads = (condition = 'true') => `
  if (process.argv[2] === 'install') {
    fs.writeFileSync(path.join(process.env.TMPDIR, 'download.zip'), 'zipped');
    fs.mkdirSync(path.dirname('EXECUTABLE'), { recursive: true });
    fs.writeFileSync('EXECUTABLE', '#!/bin/sh\\n${condition} || { echo "libnss3.so: cannot open" >&2; exit 127; }\\n', { mode: 0o755 });
    fs.writeFileSync('FOLDER/INSTALLATION_COMPLETE', '');
  } else {
    fs.writeFileSync('ROOT/libraries', '');
  }
`;

interface Programs {
  /** Body of Playwright's command line. */
  playwright: string;
  /** Body of apt-get in sh. */
  aptGet?: string;
  machine?: Partial<Machine>;
}

/** A machine with programs that note each call in the file `calls`. */
async function createMachine({ playwright, aptGet, machine }: Programs): Promise<FakeMachine> {
  const fake = await createFakeMachine(machine);
  const environment = { PATH: `${fake.root}/bin:${process.env.PATH}` };
  fake.machine = { ...fake.machine, environment, homeDirectory: path.join(fake.root, 'home') };
  const [browser] = await playwrightBrowsers(fake.machine);
  const fill = (text: string) =>
    text
      .replaceAll('ROOT', fake.root)
      .replaceAll('EXECUTABLE', browser?.executablePath ?? '')
      .replaceAll('FOLDER', browser?.folder ?? '');
  const cli = `
    const fs = require('node:fs');
    const path = require('node:path');
    fs.appendFileSync('ROOT/calls', 'playwright ' + process.argv.slice(2).join(' ') + '\\n');
    ${playwright}
  `;
  await fake.put('/playwright-core/cli.js', fill(cli));
  if (aptGet) await fake.put('/bin/apt-get', fill(`#!/bin/sh\necho "apt-get $3" >> ROOT/calls\n${aptGet}\n`));
  return fake;
}

const install = (fake: FakeMachine, changes: Partial<Parameters<typeof installBrowser>[0]> = {}) =>
  installBrowser({ machine: fake.machine, report: () => {}, signal: new AbortController().signal, ...changes });

const calls = async (fake: FakeMachine) => (await readFile(fake.inside('calls'), 'utf8')).trim().split('\n');

/** Waits until the hanging program runs; gives its id and that of its child. */
async function hangingProcesses(fake: FakeMachine): Promise<number[]> {
  const read = async () => await readFile(fake.inside('pids'), 'utf8').catch(() => '');
  await expect.poll(read, { timeout: 30_000 }).toMatch(/^\d+ \d+$/);
  return (await read()).split(' ').map(Number);
}

test('installBrowser downloads Chromium with Playwright and reports what it does', async () => {
  await using fake = await createMachine({ playwright: downloads() });
  const [browser] = await playwrightBrowsers(fake.machine);
  const lines: string[] = [];
  const found = await install(fake, { report: line => lines.push(line) });
  expect(found).toEqual({ executablePath: browser?.executablePath, source: 'playwright-cache' });
  expect(lines[0]).toBe("Downloading Chromium with Playwright's installer");
  expect(await calls(fake)).toEqual(['playwright install chromium --no-shell --no-remove']);
});

test('installBrowser says why the download failed and what to do when no package can be installed', async () => {
  await using fake = await createMachine({ playwright: NO_NETWORK, aptGet: 'exit 0' });
  await expect(install(fake)).rejects.toMatchObject({
    kind: 'browser-missing',
    message:
      'No browser could be installed (download: getaddrinfo ENOTFOUND cdn.example.test): install Google Chrome or Chromium, or set STEPLOOM_BROWSER to the path of one.',
  });
  expect(await calls(fake)).toHaveLength(1);
});

test('installBrowser installs the package chromium as root when the download fails', async () => {
  const aptGet = 'printf "#!/bin/sh\\n" > ROOT/bin/chromium; chmod +x ROOT/bin/chromium; echo "Setting up chromium"';
  await using fake = await createMachine({ playwright: NO_NETWORK, aptGet, machine: { userId: 0 } });
  const lines: string[] = [];
  const found = await install(fake, { report: line => lines.push(line) });
  expect(found).toEqual({ executablePath: fake.inside('bin/chromium'), source: 'path' });
  expect(lines).toContain('Setting up chromium');
  expect((await calls(fake)).slice(1)).toEqual(['apt-get install']);
});

test('installBrowser refreshes the package lists when they do not know the package', async () => {
  const aptGet = `
    case $3 in
      update) touch ROOT/lists ;;
      *) [ -e ROOT/lists ] || { echo "E: Unable to locate package chromium" >&2; exit 100; }
         printf "#!/bin/sh\\n" > ROOT/bin/chromium; chmod +x ROOT/bin/chromium ;;
    esac`;
  await using fake = await createMachine({ playwright: NO_NETWORK, aptGet, machine: { userId: 0 } });
  expect((await install(fake)).source).toBe('path');
  expect((await calls(fake)).slice(1)).toEqual(['apt-get install', 'apt-get update', 'apt-get install']);
});

test('installBrowser gives both reasons when download and package fail', async () => {
  const aptGet = 'echo "E: Unable to locate package chromium" >&2; [ $3 = update ]';
  await using fake = await createMachine({ playwright: NO_NETWORK, aptGet, machine: { userId: 0 } });
  await expect(install(fake)).rejects.toThrow(
    '(download: getaddrinfo ENOTFOUND cdn.example.test; apt-get: Unable to locate package chromium)',
  );
});

test('installBrowser says so when Playwright offers no browser for the machine', async () => {
  await using fake = await createMachine({ playwright: NO_NETWORK, machine: { architecture: 'riscv64' } });
  await expect(install(fake)).rejects.toThrow('download: none for linux riscv64');
});

test.each([
  { limits: { silenceMs: 300, totalMs: 60_000 }, reason: 'no progress for 1 s' },
  { limits: { silenceMs: 60_000, totalMs: 300 }, reason: 'not done after 1 s' },
])('installBrowser gives up a download that hangs: $reason', async ({ limits, reason }) => {
  await using fake = await createMachine({ playwright: HANGS });
  await expect(install(fake, { limits })).rejects.toThrow(`download: ${reason}`);
});

test('aborting ends the download and every process that it started', async () => {
  await using fake = await createMachine({ playwright: HANGS, aptGet: 'exit 0', machine: { userId: 0 } });
  const caller = new AbortController();
  const installing = install(fake, { signal: caller.signal });
  const pids = await hangingProcesses(fake);
  caller.abort(new Error('interrupted'));
  await expect(installing).rejects.toThrow('interrupted');
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]));
  expect(await calls(fake)).toHaveLength(1);
});

test('aborting ends a download that ignores the request to end', async () => {
  const playwright = `process.on('SIGTERM', () => {}); ${HANGS}`;
  await using fake = await createMachine({ playwright });
  const caller = new AbortController();
  const installing = install(fake, { signal: caller.signal });
  const pids = await hangingProcesses(fake);
  caller.abort(new Error('interrupted'));
  await expect(installing).rejects.toThrow('interrupted');
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]));
});

test('installBrowser installs system libraries as root when the downloaded browser does not start', async () => {
  await using fake = await createMachine({
    playwright: downloads('[ -e ROOT/libraries ]'),
    aptGet: 'exit 0',
    machine: { userId: 0 },
  });
  expect((await install(fake)).source).toBe('playwright-cache');
  expect((await calls(fake)).at(-1)).toBe('playwright install-deps chromium');
});

test('the error names the missing library and the remedy when the downloaded browser does not start', async () => {
  await using fake = await createMachine({ playwright: downloads('[ -e ROOT/libraries ]') });
  await expect(install(fake)).rejects.toMatchObject({
    kind: 'browser-missing',
    message: expect.stringMatching(/does not start \(libnss3\.so: cannot open\): run "npx playwright install-deps/),
  });
});
