import { z } from 'zod';
import { FeatureCode, ScenarioCode } from '../names/codes.ts';

/** Who decides about a feature: this project, or the feature server that it is read from. */
export const FEATURE_SOURCES = ['local', 'server'] as const;
export type FeatureSource = (typeof FEATURE_SOURCES)[number];

const IssueKeys = z.array(z.string().min(1).max(200)).max(100).optional();

export const ScenarioEntry = z.strictObject({
  scenario: ScenarioCode,
  name: z.string(),
  issueKeys: IssueKeys,
  /** Missing in the file; it gets its code again when it comes back. */
  gone: z.literal(true).optional(),
});
export type ScenarioEntry = z.infer<typeof ScenarioEntry>;

export const StoredFeature = z.strictObject({
  featureCode: FeatureCode,
  /** Path below `features/`. */
  file: z.string().min(1).max(1_000),
  name: z.string(),
  issueKeys: IssueKeys,
  /** The file is missing; the feature gets its codes again when it comes back. */
  gone: z.literal(true).optional(),
  source: z.enum(FEATURE_SOURCES),
  /** Removed on the server; it stays until a person removes it. */
  removed: z.literal(true).optional(),
  hash: z.string(),
  /** In the order of the file; gone ones last. */
  scenarios: z.array(ScenarioEntry),
});
export type StoredFeature = z.infer<typeof StoredFeature>;

/** features.json, in the order of codes. */
export const FeaturesFile = z.strictObject({ format: z.literal(1), features: z.array(StoredFeature) });
export type FeaturesFile = z.infer<typeof FeaturesFile>;

export const NO_FEATURES: FeaturesFile = { format: 1, features: [] };

/** `file` is the path below `features/`; `text` is exact to the byte. */
export interface FeatureFile {
  readonly file: string;
  readonly text: string;
  readonly hash: string;
}
