import { type Command, Option } from 'commander';
import type { BrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { type Cli, type CliCommand, CONNECT_HELP, collect, readConnect } from '../support/cli.ts';
import { QUEUE_PASSWORD_FILE } from '../support/queue-password.ts';
import { optionsInAddresses } from '../support/read-address.ts';
import { notImplementedOption, reporterOption, reportsOf } from '../support/report-options.ts';
import { defaultWorkers, readRunHow, withRunHowOptions } from '../support/run-how.ts';
import type { RunTestsOptions } from '../support/run-tests-options.ts';
import { withSelectionOptions, withShardOptions } from '../support/selection-options.ts';

const WORDS = 'modules, tests, features or scenarios, e.g. m1 t57 f1 f1.s2 "Valid user"';
const EXIT_CODES =
  'Exit codes: 0 passed, 1 failed or not implemented, 2 wrong usage, 3 nothing matched, 4 no browser, 130 interrupted';

export const run: CliCommand = (program, cli) => {
  const command = program
    .command('run')
    .description('run tests and features, by code or name; all of them when none is named')
    .argument('[tests...]', `${WORDS}, or addresses of the page`);
  withRunHowOptions(withQueueOptions(withShardOptions(withSelectionOptions(command))))
    .option('-e, --env <name>', 'environment, by code or name')
    .option('--role <name>', 'role to sign in as, whatever the tests say; "none" signs nobody in')
    .option('--param <name=value>', 'value of a parameter; repeatable', collect)
    .option('--headed', 'show the browser window')
    .option('--connect <url>', CONNECT_HELP)
    .option(
      '--update-screenshots',
      'replace the screenshots that toHaveScreenshot compares with, and what checkAccessibility knows, in files/baselines',
    )
    .option('--no-repair', 'do not use fallbacks for locators that find nothing (default in CI)')
    .option('--keep-running', 'run the rest of a scenario after a step that is not implemented')
    .option('--allow-not-implemented', 'exit with 0 if steps are not implemented and nothing failed')
    .option('--publish', 'upload the results to the feature server afterwards, as steploom upload does')
    .option('--plan-key <key>', 'with --publish: plan that the results belong to')
    .option('--fix-version <name>', 'with --publish: version of the application')
    .option('--dry-run', 'list what would run, start nothing')
    .option('--json', 'with --dry-run: as JSON')
    .option('--watch', 'run again what is affected when files of the project change, until q or Ctrl+C')
    .addOption(reporterOption())
    .addOption(notImplementedOption())
    .addHelpText('after', `\n${EXIT_CODES}`)
    .action(async (words: string[], given: RunTestsOptions) => {
      const options: RunTestsOptions = { ...optionsInAddresses(words), ...given };
      const attachTo = browserToAttach(cli, options);
      const { workers = defaultWorkers() } = readRunHow(options);
      const reports = await reportsOf(cli, options);
      if (options.watch === true) {
        const { watchTests } = await import('../support/watch-tests.ts');
        return cli.exitWith(await watchTests(cli, words, { ...options, attachTo }));
      }
      // The browser starts while the project is read.
      const startsBrowser = attachTo === undefined && options.queue === undefined && options.dryRun !== true;
      const headed = options.headed === true;
      await using ahead = startsBrowser ? cli.browsers.startAhead({ headed, workers }) : undefined;
      const { runTests } = await import('../support/run-tests.ts');
      cli.exitWith(await runTests(cli, words, options, { reports, attachTo, ahead }));
    });
};

const withQueueOptions = (command: Command): Command =>
  command
    .option('--queue <url>', 'have workers run the tests: redis://… where steploom worker takes them from')
    .option(...QUEUE_PASSWORD_FILE)
    .addOption(
      new Option(
        '--priority <level>',
        'with --queue: before or after what other runs have there (default: in turns with them)',
      ).choices(['high', 'normal', 'low']),
    )
    .option('--resume <run>', 'with --queue: go on with a run whose command is gone, as a new run that has all of it');

function browserToAttach(cli: Cli, { connect, headed }: RunTestsOptions): BrowserEndpoint | undefined {
  const attachTo = readConnect(connect);
  if (attachTo !== undefined && headed)
    cli.notify('--headed has no effect: whether an attached browser shows its windows depends on how it was started.');
  return attachTo;
}
