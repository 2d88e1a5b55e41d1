import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { RunReport } from './tests/support/run-report/run-report.ts';
import { TimeLimit } from './tests/support/run-report/time-limit.ts';

/** `npm run test:full`: how many inputs of each tool, kills and so on. More of one: `STEPLOOM_KILLS=1000 npx vitest run …`. */
const FULL = {
  STEPLOOM_INPUTS: '40',
  STEPLOOM_KILLS: '20',
  STEPLOOM_CALLS: '30',
  STEPLOOM_POWER_CUT_EDITS: '40',
  STEPLOOM_DAMAGES: '10',
  STEPLOOM_HOSTILE_PAGES: '20',
};

/** A run is ended then, with the names of what hung: five times the usual time, since a machine can be slow. */
const GATE_LIMIT_MS = Number(process.env.STEPLOOM_GATE_LIMIT_MS ?? 25 * 60_000);

/** What hangs is ended then. A slow machine, busy with four files, took over a minute for what takes 16 s alone. */
const SPEC_LIMIT_MS = 120_000;

const support = (file: string) => join(import.meta.dirname, 'tests/support', file);

function reportersOf(mode: string): Reporter[] {
  if (mode === 'screenshots') return [];
  return [new RunReport(mode), ...(mode === 'gate' ? [new TimeLimit({ limitMs: GATE_LIMIT_MS, mode })] : [])];
}

/** `npm test` runs in the mode "gate"; without a mode all specs run, with the numbers of the gate. */
export default defineConfig(({ mode }) => ({
  test: {
    include: [mode === 'screenshots' ? 'tests/screenshots/*.shots.ts' : 'tests/**/*.spec.ts'],
    // More than the cores that runs are planned for: specs wait for browsers and timers much of the time. Hostile pages
    // want the cores for themselves.
    maxWorkers: mode === 'gate' ? 4 : 3,
    // A worker loads the program once, not for each file again.
    isolate: false,
    // A second run need not turn TypeScript into JavaScript again.
    experimental: { fsModuleCache: true },
    testTimeout: SPEC_LIMIT_MS,
    hookTimeout: SPEC_LIMIT_MS,
    // What specs wait for may take long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    tags: [{ name: 'full', description: 'Slow, hostile or long: npm run test:full runs it, npm test does not.' }],
    tagsFilter: mode === 'gate' ? ['!full'] : [],
    env: mode === 'full' ? FULL : {},
    globalSetup: [support('temporary-root.ts')],
    setupFiles: [support('run-report/notes.ts'), ...(mode === 'gate' ? [support('same-examples.ts')] : [])],
    reporters: ['default', ...reportersOf(mode)],
  },
}));
