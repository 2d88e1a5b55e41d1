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

/** The facts of a failure for programs, besides its sentence. */
export const StageFacts = z.object({
  /** HTTP status, where there was an answer. */
  status: z.number().int().optional(),
  /** The settings that it is about, where those are known. */
  fields: z.array(FeatureServer.keyof()).optional(),
  /** Those of them that are needed and not set. */
  missing: z.array(FeatureServer.keyof()).optional(),
});
export type StageFacts = z.infer<typeof StageFacts>;

/** What went wrong with a service of others: the stage, what is known of it, and what to do. */
export const stageFailure = (stage: Stage, what: string, facts: StageFacts = {}): AppError =>
  new AppError('feature-server-failed', `${FAILED[stage]}: ${what}`, {
    facts: { stage, ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) },
  });
