import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { CI_TARGETS } from '../../../server/ci/index.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { commandTexts } from './script-parts.ts';

const OF_GITHUB = ['$', '{{ github.token }}'].join('');
const OF_SHELLS = ['$', '{IFS}touch$', '{IFS}canary'].join('');

/** Each would do or break something where a script took it as it is. */
const NAMES = [
  ...["it's", '"quoted"', "'''", '"""', "' ; touch canary #", '" ; touch canary #', "\\' ; touch canary #", '\\'],
  ...['$HOME', '$(touch canary)', '`touch canary`', '$((1+1))', OF_GITHUB, OF_SHELLS, '%PATH%', '!touch canary'],
  ...['a && touch canary', 'a | touch canary', '> canary', '< /dev/null', '&', '* ? [a]', '~root', '{a,b}'],
  ...['---', '- a: b', 'a: b # c', '&anchor', '*alias', '!!binary x', '| a', '[a', '{a', 'yes', '@a', '#'],
  ...["''' + 'touch canary'.execute() + '''", '//', '*/', '$[x]', '$(variable)', '<< pipeline.id >>'],
  ...['--help', '-rf /', 'a\u2028touch canary', 'a\u2029b', '\u202Eabc', '日本 😀'],
];

const Script = z.looseObject({ script: z.string(), command: z.string() });

let shop: Shop;
const chosen: { suite: string; environment: string }[] = [];

beforeAll(async () => {
  shop = await openShop();
  const { author } = shop;
  await author.module('Suites');
  const { testCode: test } = await author.test('m1', 'Look');
  for (const name of NAMES) {
    const { testCode: suite } = await author.test('m1', name, { type: 'suite', actions: [{ type: 'plugTest', test }] });
    const { environmentCode: environment } = await author.environment(name);
    // A plain word is written as it is.
    chosen.push({ suite, environment: name === 'yes' ? name : environment });
  }
});

afterAll(() => shop[Symbol.asyncDispose]());

const COMMAND = /^\s*(npx --no-install steploom run .+)$/m;

/** A stand-in for what the commands start prints the words that it is given. */
const STAND_IN = `npx() { printf '%s\\x1f' "$@"; printf '\\n'; }`;

it('no suite and no environment has a name of several lines or with a control character', async () => {
  const { author } = shop;
  for (const sign of '\0\t\n\r\x1b\x7f\x85\x9b') {
    const name = `Nightly${sign}touch canary`;
    const refusals = [
      await author.refusal('createTest', { moduleCode: 'm1', name, type: 'suite' }),
      await author.refusal('editTest', { testCode: 't2', name }),
      await author.refusal('createEnvironment', { name }),
      await author.refusal('editEnvironment', { environmentCode: 'e2', name }),
    ];
    for (const refusal of refusals) expect(refusal).toMatch(/^invalid-params: .*without control characters/);
  }
});

it.each(Object.entries(CI_TARGETS))(
  'suites and environments of any name are safe in the script for %s',
  async (target, { syntax }) => {
    await using folder = await temporaryDirectory();
    const lines: string[] = [];
    for (const { suite, environment } of chosen) {
      const { script, command } = await shop.author.client.call(
        'generateCIScript',
        { target, suite, environment },
        Script,
      );
      const texts = commandTexts(script, syntax).map(text => text.replaceAll(/\\\n\s*/g, ' '));
      const run = texts.flatMap(text => COMMAND.exec(text)?.[1] ?? []);
      expect(run).toHaveLength(1);
      lines.push(...run, command);
    }
    const input = [STAND_IN, ...lines].join('\n');
    const { stdout, stderr, status } = spawnSync('bash', [], { cwd: folder.path, input, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const given = stdout
      .trimEnd()
      .split('\n')
      .map(line => line.split('\x1f'));
    const wordAfter = (words: string[], option: string) => words[words.indexOf(option) + 1];
    const seen = given.map(words => ({ suite: wordAfter(words, '--suite'), environment: wordAfter(words, '--env') }));
    expect(seen).toEqual(chosen.flatMap(one => [one, one]));
    expect(await readdir(folder.path)).toEqual([]);
  },
);
