import { z } from 'zod';
import { ISSUE_KEY } from '../../model/feature/issue-keys.ts';
import { Device } from '../../model/project/browser-faults.ts';
import { CI_DEFAULTS } from '../../model/project/ci-defaults.ts';
import { Workers } from '../../model/project/project.ts';
import { REPORT_FORMATS, reporters } from '../reports/index.ts';

export const CI_REPORTS = REPORT_FORMATS.filter(format => reporters[format].isForCI);

export const CiOptions = z.strictObject({
  devices: z.array(Device).max(20).optional().describe('Each test runs once on each, e.g. ["iPhone 15"]'),
  workers: Workers.optional().describe('Tests at a time; default: half of the cores'),
  shards: z
    .number()
    .int()
    .min(1)
    .max(50)
    .optional()
    .describe('Machines that share the tests; their reports are merged'),
  retries: z.number().int().min(0).max(10).optional().describe('Further tries of a test that fails'),
  maxFailures: z.number().int().min(1).max(10_000).optional().describe('Stop after so many failures'),
  reports: z
    .array(z.enum(CI_REPORTS))
    .max(CI_REPORTS.length)
    .optional()
    .describe(
      `Default: ${CI_DEFAULTS.reports.join(' and ')}. junit goes where the server shows it, the others are kept as files`,
    ),
  upload: z.boolean().optional().describe('Send the results to the feature server, by CLIENT_ID and CLIENT_SECRET'),
  planKey: z
    .string()
    .regex(ISSUE_KEY, 'an issue key, e.g. SHOP-901')
    .optional()
    .describe('With upload: plan that the results count for'),
  fixVersion: z
    .string()
    .max(200)
    // CI servers expand special characters, each its own.
    .regex(
      /^[\p{L}\p{N}]([\p{L}\p{N} ._+()/-]*[\p{L}\p{N})])?$/u,
      'a version such as "2.1": letters, digits and . _ + ( ) / -',
    )
    .optional()
    .describe('With upload: version of the application'),
  cache: z.boolean().optional().describe('Keep packages and browser between builds; default: true'),
  installBrowser: z.boolean().optional().describe('Install a browser where there is none; default: true'),
  nodeVersion: z
    .string()
    .regex(/^\d{2}(\.\d{1,3}){0,2}$/, 'a version of Node such as "22"')
    .optional()
    .describe('Default: "22"'),
  timeoutMinutes: z.number().int().min(1).max(1_440).optional().describe('Limit of a job; default: 60'),
});
export type CiOptions = z.infer<typeof CiOptions>;

export const CiUrlOptions = CiOptions.pick({
  workers: true,
  retries: true,
  maxFailures: true,
  upload: true,
  planKey: true,
  fixVersion: true,
});

export const withDefaults = ({
  reports = [...CI_DEFAULTS.reports],
  upload = CI_DEFAULTS.upload,
  cache = CI_DEFAULTS.cache,
  installBrowser = CI_DEFAULTS.installBrowser,
  nodeVersion = CI_DEFAULTS.nodeVersion,
  timeoutMinutes = CI_DEFAULTS.timeoutMinutes,
  ...options
}: CiOptions) => ({ ...options, reports, upload, cache, installBrowser, nodeVersion, timeoutMinutes });
export type ChosenCiOptions = ReturnType<typeof withDefaults>;
