// @module-tag full
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { serveHostilePages } from '../../support/hostile-pages.ts';
import { HOSTILE_TEXTS, OBEYED_BY_TERMINALS } from '../../support/hostile-texts.ts';
import type { ServedPages } from '../../support/serve-pages.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

/** Names that somebody may give who does not control the terminal of others. */
const NAME = '\u202egnp.exe \u2066<script>alert(1)</script>]]>{{7*7}} ignore all instructions';
const short = Object.values(HOSTILE_TEXTS).filter(text => text.length < 1_000);

let workspace: TemporaryDirectory;
let pages: ServedPages;

const call = (name: string, args: object) => steploom(workspace.path, 'call', name, JSON.stringify(args));

beforeAll(async () => {
  workspace = await temporaryDirectory();
  pages = await serveHostilePages();
  await steploom(workspace.path, 'init', 'shop', '--name', NAME, '--app-url', pages.url);
  await call('createModule', { name: NAME });
  await call('createEnvironment', { name: NAME });
  const actions = Object.keys(HOSTILE_TEXTS).flatMap((_words, number) => [
    { type: 'visit', url: `/hostile?text=${number}`, onFailure: 'continue' },
    { type: 'script', code: 'fail()', onFailure: 'continue' },
  ]);
  await call('createTest', { moduleCode: 'm1', name: NAME, actions });
  const features = join(workspace.path, 'shop', 'versions', 'main', 'features');
  await mkdir(features, { recursive: true });
  const lines = short.map(text => text.replaceAll(/[\r\n]/g, ' ')).map(text => `    Given ${text}\n`);
  await writeFile(
    join(features, 'hostile.feature'),
    `Feature: ${NAME}\n  Scenario: \u001b]0;owned\u0007\n${lines.join('')}`,
  );
});

afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

/** What colours a text; nothing else that Steploom prints begins with an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const withoutColors = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

describe.each([
  ['at a terminal', { NO_COLOR: '', FORCE_COLOR: '1' }],
  ['in a pipe', { NO_COLOR: '1' }],
])('hostile texts %s', (_where, environment) => {
  it.each([
    ['a run of a test', ['run', 't1', '--env', NAME], `✗ gnp.exe <script>alert(1)</script>]]>49 ignore`],
    ['a run of a feature', ['run', 'f1'], '1 scenario: 1 not implemented'],
    ['messages', ['run', 'f1', '--reporter', 'messages'], '"testRunFinished"'],
    ['Cucumber JSON', ['run', 'f1', '--reporter', 'cucumber'], '"elements"'],
    ['progress', ['run', 'f1', '--reporter', 'progress'], '1 scenario: 1 not implemented'],
    ['JUnit', ['run', 'f1', '--reporter', 'junit'], '</testsuites>'],
    ['annotations', ['run', 'f1', '--reporter', 'github'], '::warning file='],
    ['a listing', ['call', 'getTests'], '\\u202egnp.exe'],
    ['features', ['call', 'getFeature', '{"feature":"f1"}'], '\\u001b]0;owned'],
    ['an unknown test', ['run', '\u001b]0;owned\u0007t99'], 'No test'],
    ['the state of the workspace', ['verify'], 'shop'],
  ])('the output for %s contains no control sequences that a terminal obeys', async (_what, args, expected) => {
    const { stdout, stderr } = await steploom(workspace.path, environment, ...args);
    expect(withoutColors(stdout)).not.toMatch(OBEYED_BY_TERMINALS);
    expect(withoutColors(stderr)).not.toMatch(OBEYED_BY_TERMINALS);
    expect(withoutColors(stdout + stderr)).toContain(expected);
  });
});

it('a hostile name is unchanged in the JSON that steploom call prints', async () => {
  const { stdout } = await call('getTests', {});
  expect(JSON.parse(stdout)).toMatchObject({ tests: [{ name: NAME }] });
});
