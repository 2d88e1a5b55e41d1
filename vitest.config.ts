import { defineConfig } from 'vitest/config';

/** `npm run test:crash`: many times as many kills, calls and so on. */
const CRASH = {
  STEPLOOM_KILLS: '1000',
  STEPLOOM_CALLS: '200',
  STEPLOOM_POWER_CUT_EDITS: '500',
  STEPLOOM_DAMAGES: '200',
};

export default defineConfig(({ mode }) => ({
  test: {
    include: ['tests/**/*.spec.ts'],
    // Browser specs share two cores with Chromium: more workers only make them wait for each other.
    maxWorkers: 2,
    // A worker loads the program once, not for each file anew.
    isolate: false,
    testTimeout: 120_000,
    // Chromium itself hangs about once in ten thousand starts and drags; what was tried again is named in the output.
    retry: 1,
    hookTimeout: 120_000,
    // What specs wait for may take long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    env: mode === 'crash' ? CRASH : {},
  },
}));
