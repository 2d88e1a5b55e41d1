import { defineConfig } from 'vitest/config';
import { RunReport } from './tests/support/run-report/run-report.ts';

/** `npm run test:full`: how many inputs of each tool, kills and so on. More of one: `STEPLOOM_KILLS=1000 npx vitest run …`. */
const FULL = {
  STEPLOOM_INPUTS: '40',
  STEPLOOM_KILLS: '20',
  STEPLOOM_CALLS: '30',
  STEPLOOM_POWER_CUT_EDITS: '40',
  STEPLOOM_DAMAGES: '10',
  STEPLOOM_HOSTILE_PAGES: '20',
};

/** `.ci/run` sets it: what the gate has proved a minute ago on the same machine is not proved again. */
const isAfterGate = process.env.STEPLOOM_AFTER_GATE === '1';

/** Of the modes that are no tests of everything. */
const FILES: Readonly<Record<string, string>> = {
  screenshots: 'tests/screenshots/*.shots.ts',
  engine: 'tests/**/*.cases.ts',
};

function tagsOf(mode: string): string[] {
  if (mode === 'gate') return ['!full'];
  return mode === 'full' && isAfterGate ? ['full'] : [];
}

/** `npm test` runs in the mode "gate"; without a mode all specs run, with the numbers of the gate. */
export default defineConfig(({ mode }) => ({
  test: {
    include: [FILES[mode] ?? 'tests/**/*.spec.ts'],
    // More than the cores that runs are planned for: specs wait for browsers and timers much of the time. Hostile pages
    // want the cores for themselves.
    maxWorkers: mode === 'gate' ? 4 : 3,
    // A worker loads the program once, not for each file again.
    isolate: false,
    // A second run need not turn TypeScript into JavaScript again.
    experimental: { fsModuleCache: true },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What specs wait for may take long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    tags: [{ name: 'full', description: 'Slow, hostile or long: npm run test:full runs it, npm test does not.' }],
    tagsFilter: tagsOf(mode),
    env: mode === 'full' ? FULL : {},
    globalSetup: ['tests/support/temporary-root.ts'],
    setupFiles: ['tests/support/run-report/notes.ts'],
    reporters:
      mode === 'screenshots' ? ['default'] : ['default', new RunReport(mode === 'full' && isAfterGate ? 'rest' : mode)],
  },
}));
