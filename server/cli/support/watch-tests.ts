import { AppError } from '../../../model/errors/errors.ts';
import type { BrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { type Cli, EXIT } from './cli.ts';
import { reportsOf } from './report-options.ts';
import { exitCodeOf, prepareTests, requireBrowser, runOn } from './run-tests.ts';
import type { RunTestsOptions } from './run-tests-options.ts';
import { watchRuns } from './watch-runs.ts';

export async function watchTests(
  cli: Cli,
  words: readonly string[],
  { attachTo, ...options }: RunTestsOptions & { attachTo: BrowserEndpoint | undefined },
): Promise<number> {
  refuseWithWatch(options);
  if (attachTo === undefined) await requireBrowser(cli);
  const bridge = await cli.browsers.createBridge({ attachTo });
  try {
    const ended = await watchRuns(cli, {
      prepare: () => prepareTests(cli, words, options),
      async run(chosen) {
        const reports = await reportsOf(cli, options);
        const status = await runOn(bridge, cli, { ...chosen, reports });
        await reports.close();
        return status;
      },
      stop: ({ projectId }) => void bridge.stopRun(projectId, 'interrupted').catch(() => {}),
    });
    return ended === undefined ? EXIT.interrupted : exitCodeOf(ended, cli, options);
  } finally {
    await bridge.dispose();
  }
}

function refuseWithWatch({ queue, shard, publish, dryRun, updateScreenshots }: RunTestsOptions): void {
  const given = { '--queue': queue, '--shard': shard, '--publish': publish, '--dry-run': dryRun };
  const all = { ...given, '--update-screenshots': updateScreenshots };
  const [other] = Object.entries(all).filter(([, value]) => value !== undefined);
  if (other === undefined) return;
  throw new AppError('invalid-params', `--watch does not go together with ${other[0]}.`, { field: '--watch' });
}
