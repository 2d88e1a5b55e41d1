import { z } from 'zod';
import { DataValues, Name, ProjectId, VersionId } from '../names/codes.ts';
import { Authentication } from './authentication.ts';
import { CiUrls } from './ci-urls.ts';
import { FeatureServer } from './feature-server.ts';
import { KeptOf } from './kept-of.ts';

const Milliseconds = z.number().int().min(1).max(3_600_000);

/** Each takes the memory of a browser. */
export const MOST_WORKERS = 32;
export const Workers = z.number().int().min(1).max(MOST_WORKERS);
export const Retries = z.number().int().min(0).max(10);

export const BrowserSettings = z.strictObject({
  viewport: z
    .strictObject({ width: z.number().int().min(200).max(7680), height: z.number().int().min(200).max(4320) })
    .optional(),
  locale: z.string().min(2).max(35).optional(),
  timezone: z.string().min(2).max(64).optional(),
  proxy: z.string().max(2_000).optional(),
  ignoreHttpsErrors: z.boolean().optional(),
  testIdAttribute: z
    .string()
    .regex(/^[A-Za-z_][\w:.-]{0,99}$/, 'an attribute name')
    .optional(),
});

export const ProjectSettings = z.strictObject({
  browser: BrowserSettings.optional(),
  timeouts: z
    .strictObject({
      actionMs: Milliseconds.optional(),
      navigationMs: Milliseconds.optional(),
      runMs: Milliseconds.optional(),
    })
    .optional(),
  evidence: z
    .strictObject({
      screenshots: z.enum(['off', 'failure', 'each']).optional(),
      /** Of which tests runs keep a video. Default: of none. */
      video: KeptOf.optional(),
      /** Of which tests runs keep the page as it was before and after every action. Default: of each. */
      trace: KeptOf.optional(),
    })
    .optional(),
  retention: z
    .strictObject({
      runs: z.number().int().min(1).max(100_000).optional(),
      megabytes: z.number().int().min(10).max(1_000_000).optional(),
    })
    .optional(),
  features: z
    .strictObject({
      /** Imports link new step texts that differ from linked ones only in quoted values and numbers. */
      linkLike: z.boolean().optional(),
    })
    .optional(),
  /** How long runs pause after each action, unless they say it themselves. Default: not at all. */
  slowMoMs: z.number().int().min(0).max(10_000).optional(),
  /** In how many windows side by side tests run, unless runs say it themselves. Default: one. */
  workers: Workers.optional(),
  /** How often what has not passed is run again, unless runs or tags say it themselves. Default: not at all. */
  retries: Retries.optional(),
  /** Starts sample shop and sample test management beside the server; `sample:` means them in the addresses of app and feature server. */
  sampleShop: z.boolean().optional(),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** An address of the application under test: http, https, or `sample:` for the sample shop. */
export const AppUrl = z
  .string()
  .max(2_000)
  .refine(text => text === '' || /^(https?:\/\/[^\s/]|sample:)/i.test(text), 'an http or https address, or "sample:"');

/** project.json: what holds for all versions. Secrets and tokens are elsewhere. */
export const Project = z.strictObject({
  format: z.literal(1),
  projectId: ProjectId,
  name: Name,
  appUrl: AppUrl.optional(),
  defaultVersion: VersionId,
  defaultEnvironment: Name.optional(),
  settings: ProjectSettings.optional(),
  data: DataValues.optional(),
  authentication: Authentication.optional(),
  integration: FeatureServer.optional(),
  ciUrls: CiUrls.optional(),
});
export type Project = z.infer<typeof Project>;

/** version.json. */
export const Version = z.strictObject({
  format: z.literal(1),
  versionId: VersionId,
  name: Name,
  madeFrom: VersionId.optional(),
});
export type Version = z.infer<typeof Version>;
