import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { VERBS } from '../../../server/do/verb-list.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { steploomIn } from '../../support/command-line.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const ROLES = ['planner', 'author', 'repairer'];

/** A repository with some files in it. */
async function repository(files: Record<string, string> = {}) {
  const directory = await temporaryDirectory();
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(directory.path, path)), { recursive: true });
    await writeFile(join(directory.path, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return {
    write,
    init: (...words: string[]) => steploomIn(directory.path, 'agents', 'init', ...words),
    read: (path: string) => readFile(join(directory.path, path), 'utf8'),
    json: async (path: string): Promise<unknown> => parse(await readFile(join(directory.path, path), 'utf8')),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

const URL = 'http://127.0.0.1:4620/api/mcp';
const BEARER = `Bearer \${STEPLOOM_TOKEN}`;
const ENTRY = { type: 'http', url: URL, headers: { Authorization: BEARER } };

describe('steploom agents init', () => {
  test('writes three agents and the connection for Claude Code, and says what to do next', async () => {
    await using own = await repository();
    const { exitCode, stdout, stderr } = await own.init('claude');
    expect(stdout.trim().split('\n')).toEqual([
      ...ROLES.map(role => `new      .claude/agents/steploom-${role}.md`),
      'new      .mcp.json: mcpServers.steploom',
      'new      .claude/skills/steploom/SKILL.md',
      ...['debugging', 'features', 'keeping', 'mocks', 'verbs'].map(
        name => `new      .claude/skills/steploom/references/${name}.md`,
      ),
    ]);
    expect(stderr).toContain('export STEPLOOM_TOKEN=$(steploom token create --name agents --access write)');
    expect(exitCode).toBe(0);
    expect(await own.json('.mcp.json')).toEqual({ mcpServers: { steploom: ENTRY } });
    const repairer = await own.read('.claude/agents/steploom-repairer.md');
    expect(repairer).toMatch(
      /^---\nname: "steploom-repairer"\ndescription: ".+"\ntools: "mcp__steploom__\w+(, mcp__\w+)+"\n---\n\nYou repair/,
    );
    expect(repairer).toContain('"name": "runTest"');
    expect(repairer).toContain('## Rules\n\n- ');
    expect(repairer).not.toContain('<!--');
  });

  test.each([
    ['vscode', ...ROLES.map(role => `.github/agents/steploom-${role}.agent.md`), '.vscode/mcp.json'],
    ['codex', 'AGENTS.md', '.codex/config.toml'],
    ['opencode', ...ROLES.map(role => `.opencode/agents/steploom-${role}.md`), 'opencode.json'],
  ])('writes what %s reads, and the same again changes nothing', async (program, ...paths) => {
    await using own = await repository();
    const { exitCode } = await own.init(program, '--url', 'http://localhost:4700');
    expect(exitCode).toBe(0);
    const texts = await Promise.all(paths.map(own.read));
    expect(texts.at(-1)).toContain('"http://localhost:4700/api/mcp"');
    for (const role of ['You plan tests', 'You write tests', 'You repair failing tests'])
      expect(texts.join('\n')).toContain(role);
    const again = await own.init(program, '--url', 'http://localhost:4700');
    expect(again.stdout).not.toMatch(/^(new|added|kept|replaced)/m);
    expect(await Promise.all(paths.map(own.read))).toEqual(texts);
  });

  test.each([
    ['claude', '.claude/skills'],
    ['vscode', '.github/skills'],
    ['codex', '.agents/skills'],
    ['opencode', '.opencode/skills'],
  ])(
    'writes the skill for the shell where %s looks for it, short enough to be read at once',
    async (program, skills) => {
      await using own = await repository();
      await own.init(program);
      const text = await own.read(`${skills}/steploom/SKILL.md`);
      expect(text).toMatch(/^---\nname: steploom\ndescription: .{50,400}\n---\n/);
      // Some 700 tokens.
      expect(text.length).toBeLessThan(2_900);
      for (const [, reference = ''] of text.matchAll(/`(\w+\.md)`/g))
        expect(await own.read(`${skills}/steploom/references/${reference}`)).toMatch(/^# \w/);
    },
  );

  test('names only verbs that exist', async () => {
    await using own = await repository();
    await own.init('claude');
    const known = new Set(VERBS.map(({ name }) => name));
    for (const name of [
      'SKILL.md',
      'references/keeping.md',
      'references/debugging.md',
      'references/mocks.md',
      'references/features.md',
    ]) {
      const text = await own.read(`.claude/skills/steploom/${name}`);
      const commands = [...text.matchAll(/steploom do ([^\n`]+)/g)].map(([, words = '']) => words);
      const named = commands.flatMap(words =>
        words.startsWith("'")
          ? [...words.matchAll(/(?:^| )'([a-z-]+)/g)].map(([, verb = '']) => verb)
          : [words.split(/\s/)[0] ?? ''],
      );
      expect(named.length, name).toBeGreaterThan(0);
      expect(
        named.filter(verb => !known.has(verb)),
        name,
      ).toEqual([]);
    }
  });

  test('names only tools that exist', async () => {
    await using own = await repository();
    await own.init('vscode');
    const known = new Set(createToolRegistry().keys());
    for (const role of ROLES) {
      const text = await own.read(`.github/agents/steploom-${role}.agent.md`);
      const names = [...text.matchAll(/steploom\/(\w+)/g)].map(([, name = '']) => name);
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter(name => !known.has(name))).toEqual([]);
    }
  });

  test('adds to files that have other entries and leaves those as they are', async () => {
    await using own = await repository({
      '.vscode/mcp.json': '{\n  // ours\n  "servers": { "other": { "command": "x" } },\n}\n',
      'AGENTS.md': '# Our rules\n\nBe kind.',
      '.codex/config.toml': '# ours\nmodel = "best"\n\n[mcp_servers.other]\ncommand = "x"\n',
    });
    await own.init('vscode');
    await own.init('codex');
    const settings = await own.read('.vscode/mcp.json');
    expect(settings).toContain('// ours');
    expect(parse(settings)).toMatchObject({
      servers: { other: { command: 'x' }, steploom: { url: URL } },
      inputs: [{ id: 'steploom-token', password: true }],
    });
    expect(await own.read('AGENTS.md')).toMatch(/^# Our rules\n\nBe kind\.\n\n<!-- steploom: begin -->\n/);
    expect(await own.read('.codex/config.toml')).toBe(
      `# ours\nmodel = "best"\n\n[mcp_servers.other]\ncommand = "x"\n\n[mcp_servers.steploom]\nurl = "${URL}"\nbearer_token_env_var = "STEPLOOM_TOKEN"\n`,
    );
  });

  test('keeps what is there and differs, until --force replaces it alone', async () => {
    const mine = '[mcp_servers.steploom]\nurl = "https://tests.example"\n\n[mcp_servers.steploom.env]\nA = "b"\n';
    await using own = await repository({ '.codex/config.toml': mine, '.claude/agents/steploom-author.md': 'mine\n' });
    const kept = await own.init('codex');
    expect(kept.stdout).toContain('kept     .codex/config.toml');
    expect(kept.stderr).toContain('--force');
    expect(await own.read('.codex/config.toml')).toBe(mine);
    await own.init('claude');
    expect(await own.read('.claude/agents/steploom-author.md')).toBe('mine\n');
    await own.init('codex', '--force');
    const replaced = await own.read('.codex/config.toml');
    expect(replaced).toContain(`url = "${URL}"`);
    expect(replaced).toContain('[mcp_servers.steploom.env]\nA = "b"\n');
    expect((await own.init('claude', '--force')).stdout).toContain('replaced .claude/agents/steploom-author.md');
    await own.write('AGENTS.md', `${await own.read('AGENTS.md')}\nMore of ours.\n`);
    expect((await own.init('codex')).stdout).toContain('same     AGENTS.md');
  });

  test.each([
    ['another program', {}, ['emacs'], 'there are claude, vscode, codex, opencode'],
    ['no program', {}, [], "missing required argument 'program'"],
    ['an address that is none', {}, ['claude', '--url', 'here'], '--url takes an address'],
    ['a file that is no JSON', { '.mcp.json': '{ "mcpServers": ' }, ['claude'], '.mcp.json is not valid JSON'],
    [
      'entries that no table goes with',
      { '.codex/config.toml': 'mcp_servers = { a = {} }\n' },
      ['codex'],
      'add this yourself',
    ],
  ])('refuses %s and writes nothing', async (_what, files, words, message) => {
    await using own = await repository(files);
    const { exitCode, stdout, stderr } = await own.init(...words);
    expect(stderr).toContain(message);
    expect([exitCode, stdout]).toEqual([2, '']);
    await expect(own.read('.claude/agents/steploom-planner.md')).rejects.toThrow('ENOENT');
    await expect(own.read('AGENTS.md')).rejects.toThrow('ENOENT');
  });
});
