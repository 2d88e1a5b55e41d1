import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { AppError } from '../../../model/errors/errors.ts';
import { deviceFault } from '../../../model/project/browser-faults.ts';
import { ISOLATIONS, type Isolation } from '../../../model/project/isolation.ts';
import { KEPT_OF, type KeptOf } from '../../../model/project/kept-of.ts';
import { MOST_WORKERS } from '../../../model/project/project.ts';
import { collect } from './cli.ts';

export interface RunHowOptions {
  workers?: string;
  retries?: string;
  repeatEach?: string;
  device?: string[];
  isolation?: Isolation;
  maxFailures?: string | true;
  x?: true;
  timeout?: string;
  screenshots?: 'off' | 'failure' | 'each';
  video?: KeptOf | true;
  trace?: KeptOf | boolean;
}

const LONGEST_TIMEOUT_MS = 3_600_000;
const MOST_REPEATS = 100;

export const withRunHowOptions = (command: Command): Command =>
  command
    .option(
      '--workers <number>',
      'how many tests run side by side, or a share of the cores as 50% (default), at least 1',
    )
    .option('--retries <number>', 'run what failed again, so often at most; the tag @retries:N says it for one test')
    .option('--repeat-each <number>', 'run each test so many times, to find what passes and fails by turns')
    .option(
      '--device <name>',
      'run each test on this device, such as "iPhone 15"; give it several times to run each test once on each',
      collect,
    )
    .addOption(
      new Option(
        '--isolation <how>',
        'use the window of an earlier test again, made as new, or open one for each test; the tag @isolation:fresh says it for one test (default: as the project has it, else clean)',
      ).choices(ISOLATIONS),
    )
    .option('--max-failures [number]', 'begin no further test after so many failures (without a number: 1)')
    .option('-x', 'as --max-failures 1')
    .option('--timeout <ms>', 'how long an action may take that does not say it itself')
    .addOption(new Option('--screenshots <when>', 'take pictures').choices(['off', 'failure', 'each']))
    .addOption(
      new Option(
        '--video [when]',
        'keep a video, made by ffmpeg: of each test, of what is run again, or of what fails (without a word: on)',
      ).choices(KEPT_OF),
    )
    .addOption(
      new Option(
        '--trace [when]',
        'keep the page before and after every action in trace.zip: of each test, of what is run again, or of what fails (without a word: on; default: as the project has it)',
      ).choices(KEPT_OF),
    )
    .option('--no-trace', 'as --trace off');

/** Errors: `invalid-params`. */
export function readRunHow(options: RunHowOptions) {
  const { isolation, screenshots, trace, x: isFirst } = options;
  const maxFailures = options.maxFailures === true || isFirst ? '1' : options.maxFailures;
  return {
    workers: readWorkers(options.workers),
    retries: readNumber(options.retries, '--retries', 0, 10),
    repeatEach: readNumber(options.repeatEach, '--repeat-each', 1, MOST_REPEATS),
    devices: readDevices(options.device),
    isolation,
    maxFailures: readNumber(maxFailures, '--max-failures', 1, 1_000_000),
    timeoutMs: readNumber(options.timeout, '--timeout', 1, LONGEST_TIMEOUT_MS),
    screenshots,
    video: keptOf(options.video),
    trace: keptOf(trace),
  };
}

function readDevices(names: readonly string[] | undefined): string[] | undefined {
  for (const name of names ?? []) {
    const fault = deviceFault(name);
    if (fault !== undefined) throw new AppError('invalid-params', `--device: ${fault}.`, { field: '--device' });
  }
  return names && [...new Set(names)];
}

function keptOf(given: KeptOf | boolean | undefined): KeptOf | undefined {
  if (typeof given !== 'boolean') return given;
  return given ? 'on' : 'off';
}

function readWorkers(text: string | undefined): number | undefined {
  const share = /^(\d{1,3})%$/.exec(text ?? '')?.[1];
  if (share === undefined) return readNumber(text, '--workers', 1, MOST_WORKERS);
  const percent = Number(share);
  if (percent > 0 && percent <= 100) return workersOf(percent);
  throw new AppError('invalid-params', `--workers takes a share of the cores from 1% to 100%, not "${text}".`, {
    field: '--workers',
  });
}

const workersOf = (percent: number): number =>
  Math.min(MOST_WORKERS, Math.max(1, Math.floor((availableParallelism() * percent) / 100)));

/** Browsers need the other half of the cores. */
export const defaultWorkers = (): number => workersOf(50);

function readNumber(text: string | undefined, option: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new AppError('invalid-params', `${option} takes a whole number from ${least} to ${most}, not "${text}".`, {
    field: option,
  });
}
