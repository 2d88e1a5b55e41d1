import { availableParallelism } from 'node:os';
import { AppError } from '../../../model/errors/errors.ts';
import { createAppAddresses } from '../../runs/plan/app-addresses.ts';
import { SAMPLE_STARTERS } from '../../sample/sample-starters.ts';
import { type CliCommand, EXIT, secretOverrides } from '../support/cli.ts';
import { needQueuePackages } from '../support/need-queue-packages.ts';
import { QUEUE_PASSWORD_FILE, queuePassword } from '../support/queue-password.ts';

interface WorkerOptions {
  queue?: string;
  queuePasswordFile?: string;
  workers?: string;
  name?: string;
  drain?: boolean;
}

export const worker: CliCommand = (program, cli) => {
  program
    .command('worker')
    .description('run tests that steploom run --queue puts into a queue, on as many machines as there are')
    // Not a required option, so that an unknown option is reported first.
    .option('--queue <url>', 'the queue: redis://… or rediss://… of a Redis or Valkey server')
    .option(...QUEUE_PASSWORD_FILE)
    .option('--workers <number>', 'how many tests at a time (default: half of the cores)')
    .option('--name <name>', 'what the worker is called in the output of runs (default: machine and process)')
    .option('--drain', 'end once the queue has been empty for 15 s')
    .addHelpText(
      'after',
      '\nSecrets never are in the queue: set them as STEPLOOM_SECRET_<NAME> where the worker runs.\nCtrl+C gives back what is under way.',
    )
    .action(async ({ queue, queuePasswordFile, workers, name, drain = false }: WorkerOptions) => {
      needQueuePackages();
      const [{ work }, { readQueueUrl }] = await Promise.all([
        import('../../queue/work.ts'),
        import('../../queue/queue-redis.ts'),
      ]);
      const url = readQueueUrl(queue ?? '', await queuePassword(cli, queuePasswordFile));
      const lanes = readCount(workers);
      const apps = createAppAddresses(SAMPLE_STARTERS);
      const { browsers, signal, notify } = cli;
      const secrets = secretOverrides(cli.environment);
      try {
        const createBridge = () => browsers.createBridge();
        await work({ url, lanes, name, drain, secretOverrides: secrets, createBridge, apps, signal, log: notify });
      } finally {
        await apps.dispose();
      }
      cli.exitWith(EXIT.ok);
    });
};

function readCount(text: string | undefined): number {
  if (text === undefined) return Math.max(1, Math.floor(availableParallelism() / 2));
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new AppError('invalid-params', `--workers takes a whole number from 1 to 99, not "${text}".`, {
    field: '--workers',
  });
}
