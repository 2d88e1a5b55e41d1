import { z } from 'zod';
import { EnvironmentCode, Name, VariableName } from '../names/codes.ts';
import { TestBrowser } from './test-browser.ts';

export const ENVIRONMENT_ITEM_KINDS = ['variable', 'secret', 'app'] as const;

/** A secret's value is in the secrets file, never here. */
export const EnvironmentItem = z.strictObject({
  name: VariableName,
  kind: z.enum(ENVIRONMENT_ITEM_KINDS),
  value: z.string().max(100_000).optional(),
});
export type EnvironmentItem = z.infer<typeof EnvironmentItem>;

export const Environment = z.strictObject({
  environmentCode: EnvironmentCode,
  name: Name,
  browser: TestBrowser.optional(),
  items: z.array(EnvironmentItem).max(1_000),
});
export type Environment = z.infer<typeof Environment>;

export const EnvironmentsFile = z.strictObject({
  format: z.literal(1),
  environments: z.array(Environment).max(1_000),
});
export type EnvironmentsFile = z.infer<typeof EnvironmentsFile>;

export const environmentSecretKey = (versionId: string, environmentCode: string, name: string): string =>
  `environments/${versionId}/${environmentCode}/${name}`;
