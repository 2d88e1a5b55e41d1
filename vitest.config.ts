import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  test: {
    include: ['tests/**/*.spec.ts'],
    // Browser specs share two cores with Chromium: more workers only make them wait for each other.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // `npm run test:crash` kills the service ten times as often, and makes twenty times as many calls.
    env: mode === 'crash' ? { STEPLOOM_KILLS: '1000', STEPLOOM_CALLS: '200' } : {},
  },
}));
