import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SAMPLE_CLIENT, SAMPLE_TOKEN } from '../../server/sample-tm/tm-accounts.ts';
import type { TestManagementOptions } from '../../server/test-management/test-management.ts';
import { type SampleTm, type SampleTmOptions, startSampleTm } from './sample-tm/start-sample-tm.ts';
import { openShop, type Shop } from './shop.ts';

export const CheckReply = z.strictObject({
  ok: z.boolean(),
  stages: z.array(
    z.strictObject({
      stage: z.string(),
      ok: z.boolean(),
      ms: z.number(),
      status: z.number().optional(),
      message: z.string().optional(),
      fields: z.array(z.string()).optional(),
      missing: z.array(z.string()).optional(),
      note: z.string().optional(),
    }),
  ),
  features: z.array(
    z.strictObject({ file: z.string(), name: z.string(), scenarios: z.number(), message: z.string().optional() }),
  ),
  total: z.number(),
  unreadable: z.number(),
  omitted: z.string().optional(),
});

/** Pauses that are noted and not waited for. */
export const hastyPatience = (pauses: number[] = []): TestManagementOptions['patience'] => ({
  async pause(ms, signal) {
    signal.throwIfAborted();
    pauses.push(ms);
  },
  random: () => 0.5,
  now: Date.now,
});

/** A project beside a test-management service of its own. */
export interface ConnectedShop extends Shop {
  tm: SampleTm;
  /** What was waited for, in milliseconds. */
  pauses: readonly number[];
  configure(settings: object): Promise<void>;
  check(): Promise<z.infer<typeof CheckReply>>;
}

interface Options {
  tm?: SampleTmOptions;
  limits?: Partial<TestManagementOptions>;
  /** Whether features can run. Default: no. */
  withIde?: boolean;
}

/** Settings for the cloud flavour of a sample service. */
export const cloudSettings = ({ url }: Pick<SampleTm, 'url'>) => ({
  type: 'xray-cloud',
  fileListUrl: `${url}/api/v2/export/cucumber?filter=10001&fz=true`,
  ...SAMPLE_CLIENT,
});

/** Settings for its other flavour, with a token that lives long. */
export const serverSettings = ({ url }: Pick<SampleTm, 'url'>) => ({
  type: 'xray-server',
  fileListUrl: `${url}/rest/raven/2.0/export/test?filter=10001&fz=true`,
  token: SAMPLE_TOKEN,
});

/** `await using shop = await openConnectedShop()`: nothing is set yet. */
export async function openConnectedShop({
  tm: tmOptions,
  limits,
  withIde = false,
}: Options = {}): Promise<ConnectedShop> {
  const tm = await startSampleTm(tmOptions);
  const pauses: number[] = [];
  const testManagement = { patience: hastyPatience(pauses), ...limits };
  const shop = await openShop({ withIde, testManagement });
  return {
    ...shop,
    tm,
    pauses,
    configure: settings => shop.author.do('configureFeatureServer', settings),
    check: () => shop.author.client.call('checkFeatureServer', {}, CheckReply),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await tm.dispose();
    },
  };
}

/** What a project holds, file by file, but for what the service notes of its callers. */
export async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !path.includes('/.steploom/') || path.endsWith('/secrets.json'));
  const hashes = files.map(
    async path =>
      [
        path,
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(hashes));
}
