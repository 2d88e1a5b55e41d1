/** What the page reads of the tools of the feature server. */
import { z } from 'zod';
import { FEATURE_SERVER_TYPES, FeatureServer } from '../../../../model/project/feature-server.ts';
import { Stage } from '../../../../model/project/stage.ts';

export const SERVER_TYPES = ['none', ...FEATURE_SERVER_TYPES] as const;
export type ServerType = (typeof SERVER_TYPES)[number];

/** Of a secret only whether it is set, or where it comes from. */
const KeptSecret = z.object({ set: z.boolean(), reference: z.string().optional(), note: z.string().optional() });
export type KeptSecret = z.infer<typeof KeptSecret>;

export const ServerSettings = z.object({
  ...FeatureServer.shape,
  type: z.enum(SERVER_TYPES),
  token: KeptSecret.optional(),
  clientSecret: KeptSecret.optional(),
  /** Variables of the process of the service that win. */
  fromEnvironment: z.array(z.string()).optional(),
});
export type ServerSettings = z.infer<typeof ServerSettings>;

export const SettingsReply = z.object({ featureServer: ServerSettings, dropped: z.array(z.string()).optional() });

const StageResult = z.object({
  stage: Stage,
  ok: z.boolean(),
  ms: z.number(),
  status: z.number().optional(),
  message: z.string().optional(),
  note: z.string().optional(),
});
export type StageResult = z.infer<typeof StageResult>;

const FoundFeature = z.object({
  file: z.string(),
  name: z.string(),
  scenarios: z.number(),
  message: z.string().optional(),
});
export type FoundFeature = z.infer<typeof FoundFeature>;

export const TryReply = z.object({
  ok: z.boolean(),
  stages: z.array(StageResult),
  features: z.array(FoundFeature),
  total: z.number(),
  unreadable: z.number().default(0),
  omitted: z.string().optional(),
});
export type TryReply = z.infer<typeof TryReply>;
