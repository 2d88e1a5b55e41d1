import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { z } from 'zod';
import type { Author } from './author.ts';

const StepReply = z.looseObject({
  index: z.number(),
  keyword: z.string(),
  text: z.string(),
  linked: z.boolean(),
  testCode: z.string().optional(),
});
export const FeatureReply = z.looseObject({
  featureCode: z.string(),
  name: z.string(),
  file: z.string(),
  issueKeys: z.array(z.string()),
  scenarios: z.array(
    z.looseObject({ scenario: z.string(), name: z.string(), keyword: z.string(), steps: z.array(StepReply) }),
  ),
  errors: z.array(z.object({ line: z.number().optional(), message: z.string() })).optional(),
});
export type FeatureReply = z.infer<typeof FeatureReply>;

/** Puts a file among the features of the main version, as a person does. */
export async function putFeature(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, 'versions/main/features', file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

export async function featuresOf({ client }: Author, args: object = {}): Promise<FeatureReply[]> {
  return (await client.call('getFeatures', args, z.looseObject({ features: z.array(FeatureReply) }))).features;
}

/** Waits until the service has noticed what was put in, however long the machine takes. */
export const noticed = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 });

/** The colours of the steps by scenario: `black` is linked. */
export const colours = (features: readonly FeatureReply[]): Record<string, string[]> =>
  Object.fromEntries(
    features.flatMap(({ scenarios }) =>
      scenarios.map(({ scenario, steps }) => [scenario, steps.map(({ linked }) => (linked ? 'black' : 'red'))]),
    ),
  );
