import { z } from 'zod';
import { DataValues, Name, ProjectId, VersionId } from '../names/codes.ts';
import { Authentication } from './authentication.ts';
import { CiUrls } from './ci-urls.ts';
import { DEFAULT_LIMITS, DEFAULT_RETENTION, DEFAULT_SCREENSHOTS, DEFAULT_WINDOW_IDLE_MINUTES } from './defaults.ts';
import { FailOn } from './fail-on.ts';
import { FeatureServer } from './feature-server.ts';
import { Isolation } from './isolation.ts';
import { KeptOf } from './kept-of.ts';
import { SETTINGS } from './setting.ts';
import { BROWSER_FIELDS } from './test-browser.ts';

const whole = (min: number, max: number) => z.number().int().min(min).max(max);

const Milliseconds = whole(1, 3_600_000);

/** Each worker takes the memory of a browser. */
export const MOST_WORKERS = 32;
export const Workers = whole(1, MOST_WORKERS);
export const Retries = whole(0, 10);

const DEFAULTS = { form: 'general', row: 3 } as const;
const LIMITS = { form: 'general', row: 5, legend: 'Time limits in milliseconds' } as const;
const KEPT = { form: 'general', row: 6, legend: 'What runs keep' } as const;
const REPEATS = { form: 'browser', row: 16 } as const;

const KEPT_OF_CHOICES: Readonly<Record<KeptOf, string>> = {
  off: 'Never',
  failure: 'Of what fails',
  retry: 'Of what is run again',
  on: 'Of each test',
};

export const BrowserSettings = z.strictObject({
  ...BROWSER_FIELDS,
  proxy: z
    .string()
    .max(2_000)
    .optional()
    .register(SETTINGS, { form: 'browser', row: 14, label: 'Proxy', hint: 'The app’s requests go through it' }),
  ignoreHttpsErrors: z
    .boolean()
    .optional()
    .register(SETTINGS, { form: 'browser', row: 17, label: 'Accept invalid certificates' }),
  testIdAttribute: z
    .string()
    .regex(/^[A-Za-z_][\w:.-]{0,99}$/, 'an attribute name')
    .optional()
    .register(SETTINGS, {
      form: 'general',
      row: 4,
      label: 'Test id attribute',
      hint: 'The attribute by which elements are found with getByTestId',
      placeholder: 'data-testid',
    }),
});

/** Settings with a label in `SETTINGS` appear in forms of the page. */
export const ProjectSettings = z.strictObject({
  browser: BrowserSettings.optional(),
  timeouts: z
    .strictObject({
      actionMs: Milliseconds.optional().register(SETTINGS, {
        ...LIMITS,
        label: 'An action',
        hint: `Blank for ${DEFAULT_LIMITS.actionMs}`,
      }),
      navigationMs: Milliseconds.optional().register(SETTINGS, {
        ...LIMITS,
        label: 'Opening a page',
        hint: `Blank for ${DEFAULT_LIMITS.navigationMs}`,
      }),
      runMs: Milliseconds.optional().register(SETTINGS, { ...LIMITS, label: 'A run', hint: 'Blank for no limit' }),
    })
    .optional(),
  evidence: z
    .strictObject({
      screenshots: z
        .enum(['off', 'failure', 'each'])
        .optional()
        .register(SETTINGS, {
          ...KEPT,
          label: 'Screenshots',
          choices: { off: 'Never', failure: 'On failure', each: 'After each action' },
          unset: DEFAULT_SCREENSHOTS,
        }),
      /** Default: none. */
      video: KeptOf.optional().register(SETTINGS, {
        ...KEPT,
        label: 'Videos',
        hint: 'Made by ffmpeg, where it is installed',
        choices: KEPT_OF_CHOICES,
        unset: 'off',
      }),
      /** Default: all. */
      trace: KeptOf.optional().register(SETTINGS, {
        form: 'browser',
        row: 18,
        label: 'Keep the page of every action',
        hint: 'Runs keep each page before and after, to look at and pick from; secrets are masked',
        choices: KEPT_OF_CHOICES,
        unset: 'on',
      }),
    })
    .optional(),
  failOn: FailOn.optional(),
  retention: z
    .strictObject({
      runs: whole(1, 100_000)
        .optional()
        .register(SETTINGS, { ...KEPT, label: 'Runs at most', hint: `Blank for ${DEFAULT_RETENTION.runs}` }),
      megabytes: whole(10, 1_000_000)
        .optional()
        .register(SETTINGS, { ...KEPT, label: 'Megabytes at most', hint: `Blank for ${DEFAULT_RETENTION.megabytes}` }),
    })
    .optional(),
  features: z
    .strictObject({
      linkLike: z.boolean().optional().register(SETTINGS, {
        form: 'linking',
        row: 1,
        label: 'Link new steps by pattern',
        hint: 'An import also links new steps that differ from linked ones only in quoted values and numbers. Otherwise it only reports them.',
      }),
    })
    .optional(),
  windowIdleMinutes: whole(1, 1_440)
    .optional()
    .register(SETTINGS, {
      form: 'browser',
      row: 19,
      label: 'Close unused windows of agents after',
      hint: `In minutes; blank for ${DEFAULT_WINDOW_IDLE_MINUTES}`,
      unset: DEFAULT_WINDOW_IDLE_MINUTES,
    }),
  /** Runs may override it. */
  slowMoMs: whole(0, 10_000).optional().register(SETTINGS, {
    form: 'browser',
    row: 15,
    label: 'Slow motion',
    hint: 'Pause after each action, in milliseconds; blank for none',
    unset: 0,
  }),
  /** Runs may override it. */
  workers: Workers.optional().register(SETTINGS, {
    ...REPEATS,
    label: 'Tests side by side',
    hint: 'Each in a browser; blank for 1',
    unset: 1,
  }),
  /** Runs and tags may override it. */
  retries: Retries.optional().register(SETTINGS, {
    ...REPEATS,
    label: 'Retries',
    hint: 'Of a test that fails; blank for none',
    unset: 0,
  }),
  /** Runs and tags may override it. */
  isolation: Isolation.optional().register(SETTINGS, {
    form: 'browser',
    row: 19,
    label: 'Windows of tests',
    hint: 'A window is used again only when nothing of the last test is left in it',
    choices: { clean: 'Used again, made as new', fresh: 'A new one for each test' },
    unset: 'clean',
  }),
  /** Starts sample shop and sample test management with the server; `sample:` addresses lead to them. */
  sampleShop: z.boolean().optional(),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

export const AppUrl = z
  .string()
  .max(2_000)
  .refine(text => text === '' || /^(https?:\/\/[^\s/]|sample:)/i.test(text), 'an http or https address, or "sample:"');

/** project.json: shared by all versions, without secrets and tokens. */
export const Project = z.strictObject({
  format: z.literal(1),
  projectId: ProjectId,
  name: Name.clone().register(SETTINGS, { form: 'general', row: 1, label: 'Name' }),
  appUrl: AppUrl.optional().register(SETTINGS, {
    form: 'general',
    row: 2,
    label: 'App address',
    hint: 'Where tests begin. Those of an environment come first.',
    placeholder: 'http://localhost:3000',
  }),
  defaultVersion: VersionId.clone().register(SETTINGS, { ...DEFAULTS, label: 'Default version', names: 'version' }),
  defaultEnvironment: Name.optional().register(SETTINGS, {
    ...DEFAULTS,
    label: 'Default environment',
    names: 'environment',
    choices: { '': 'None' },
  }),
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
