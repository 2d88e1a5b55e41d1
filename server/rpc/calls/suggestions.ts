import { z } from 'zod';
import type { ResourceContext } from './resource.ts';

const MOST = 1_000;

const Modules = z.object({ modules: z.array(z.object({ moduleCode: z.string() })) });
const Tests = z.object({ tests: z.array(z.object({ testCode: z.string() })) });
const Features = z.object({ features: z.array(z.object({ featureCode: z.string() })) });
const Runs = z.object({ runs: z.array(z.object({ runId: z.string() })) });

export const suggestModules = async ({ call }: ResourceContext): Promise<string[]> =>
  Modules.parse(await call('getModules', { limit: MOST })).modules.map(({ moduleCode }) => moduleCode);

export const suggestTests = async ({ call }: ResourceContext): Promise<string[]> =>
  Tests.parse(await call('getTests', { limit: MOST })).tests.map(({ testCode }) => testCode);

export const suggestFeatures = async ({ call }: ResourceContext): Promise<string[]> =>
  Features.parse(await call('getFeatures', { limit: MOST })).features.map(({ featureCode }) => featureCode);

export const suggestRuns = async ({ call }: ResourceContext): Promise<string[]> =>
  Runs.parse(await call('getRuns', { limit: 100 })).runs.map(({ runId }) => runId);
