import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { defineBddConfig } from 'playwright-bdd';
import { launchOptions } from './work.mjs';

const { BENCH_FOLDER: folder, BENCH_WORKERS: workers } = process.env;

const testDir = defineBddConfig({
  featuresRoot: folder,
  features: path.join(folder, '*.feature'),
  steps: './bdd-steps.mjs',
  outputDir: '.generated',
});

export default defineConfig({
  testDir,
  fullyParallel: true,
  workers: Number(workers),
  reporter: 'line',
  outputDir: path.join(folder, 'artifacts'),
  use: { launchOptions },
});
