// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../support/is-alive.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = join(import.meta.dirname, '../..');

const IMPORT = "import { appendFileSync } from 'node:fs';\n";

/** Runs specs of a folder as those of Steploom are run. */
async function runSpecs(folder: string, specs: Record<string, string>, limitMs?: number) {
  await mkdir(join(folder, 'tests'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(specs)) {
    await writeFile(join(folder, 'tests', name), `import { beforeAll, expect, it } from 'vitest';\n${text}`);
  }
  const words = ['run', '--mode', 'gate', '--root', folder, '--config', join(ROOT, 'vitest.config.ts')];
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...words], {
    env: { ...process.env, ...(limitMs === undefined ? {} : { STEPLOOM_GATE_LIMIT_MS: String(limitMs) }) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const [exitCode] = await once(child, 'close');
  return { output, exitCode };
}

describe('a run of specs', () => {
  it('tells at its end how each spec that failed is run alone, and files whose hooks failed', async () => {
    await using folder = await temporaryDirectory();
    const { output, exitCode } = await runSpecs(folder.path, {
      'wrong.spec.ts':
        "it('adds (up), it\\'s 1 + 1', () => expect(2).toBe(3));\nit('is right', () => expect(1).toBe(1));",
      'hook.spec.ts': "beforeAll(() => { throw new Error('no'); });\nit('never runs', () => expect(1).toBe(1));",
    });
    expect(exitCode).toBe(1);
    const told = output.slice(output.indexOf('What failed, each'));
    expect(told).toContain("npx vitest run --mode gate tests/wrong.spec.ts -t '^adds \\(up\\), it'\\''s 1 \\+ 1$'\n");
    expect(told).toContain('npx vitest run --mode gate tests/hook.spec.ts\n');
    expect(told).not.toContain('is right');
    expect(output.trimEnd()).toMatch(/1 passed, 1 failed, 1 skipped$/);
  });

  it('ends with the processes that its specs left', async () => {
    await using folder = await temporaryDirectory();
    const { exitCode } = await runSpecs(folder.path, {
      'leaves.spec.ts': `
        import { spawn } from 'node:child_process';
        import { writeFileSync } from 'node:fs';
        it('leaves a process', () => {
          const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
          child.unref();
          writeFileSync(${JSON.stringify(join(folder.path, 'pid'))}, String(child.pid));
        });`,
    });
    const pid = Number(await readFile(join(folder.path, 'pid'), 'utf8'));
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(exitCode).toBe(0);
  });

  it('is ended by its limit when a spec blocks its worker, and names the spec', async () => {
    await using folder = await temporaryDirectory();
    const note = `appendFileSync(${JSON.stringify(join(folder.path, 'workers'))}, process.pid + '\\n');`;
    const wait = 'await new Promise(resolve => setTimeout(resolve, 500));';
    const blocks = {
      'blocks.spec.ts': `${IMPORT}it('never ends', async () => { ${note} ${wait} for (;;); });`,
      'at-once.spec.ts': `${IMPORT}beforeAll(() => { ${note} for (;;); });\nit('never begins', () => {});`,
    };
    const { output, exitCode } = await runSpecs(folder.path, blocks, 10_000);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/The run was ended after 10 s\. What had not ended:\n {2}blocks\.spec\.ts: never ends, for/);
    expect(output).toContain('npx vitest run --mode gate tests/at-once.spec.ts\n');
    expect(output).toContain("npx vitest run --mode gate tests/blocks.spec.ts -t '^never ends$'");
    const workers = (await readFile(join(folder.path, 'workers'), 'utf8')).trim().split('\n');
    expect(workers).toHaveLength(2);
    for (const pid of workers)
      expect(output).toMatch(new RegExp(`  ${pid}, state R, used \\d+ ms of the last 2000\\n`));
    await expect.poll(() => workers.filter(pid => isAlive(Number(pid)))).toEqual([]);
  });
});
