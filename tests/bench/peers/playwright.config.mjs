import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './work.mjs';

const {
  BENCH_FOLDER: folder,
  BENCH_WORKERS: workers,
  BENCH_TESTS: tests = 'scenarios',
  BENCH_TRACE: trace = 'off',
} = process.env;

export default defineConfig({
  testDir: '.',
  testMatch: `${tests}.test.mjs`,
  fullyParallel: true,
  workers: Number(workers),
  reporter: 'line',
  outputDir: path.join(folder, 'artifacts'),
  use: { launchOptions, trace },
});
