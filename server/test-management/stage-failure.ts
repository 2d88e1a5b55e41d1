import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { FeatureServer, type Stage } from '../../model/project/feature-server.ts';

const FAILED: Record<Stage, string> = {
  'sign in': 'Signing in failed',
  fetch: 'Fetching the features failed',
  unpack: 'Unpacking the answer failed',
  match: 'Finding feature files in the answer failed',
  upload: 'Uploading the results failed',
  push: 'Pushing the features failed',
};

export const StageFacts = z.object({
  status: z.number().int().optional(),
  fields: z.array(FeatureServer.keyof()).optional(),
  missing: z.array(FeatureServer.keyof()).optional(),
});
export type StageFacts = z.infer<typeof StageFacts>;

export const stageFailure = (stage: Stage, what: string, facts: StageFacts = {}): AppError =>
  new AppError('feature-server-failed', `${FAILED[stage]}: ${what}`, {
    facts: { stage, ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) },
  });
