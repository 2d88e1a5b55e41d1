import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { readShard, type Shard } from '../../../model/run/shard.ts';
import type { ItemChoice, RunnableProject, RunRequest } from '../../runs/plan/run-request.ts';
import { type RunChoice, type RunSelection, selectRun } from '../../runs/plan/select-run.ts';
import { itemDurations } from '../../runs/record/item-durations.ts';
import { systemCode } from '../../store/files/file-system.ts';
import type { Cli } from './cli.ts';
import { isAddress, readAddress } from './read-address.ts';
import type { SelectionOptions, ShardOptions } from './selection-options.ts';

/** An address counts as the words and options in it. Errors: `invalid-params`. */
export function wantedBy<Options extends SelectionOptions & { env?: string; role?: string }>(
  words: readonly string[],
  given: Options,
): { wanted: RunChoice; options: Options } {
  const addresses = words.filter(isAddress).map(readAddress);
  const [first] = addresses;
  const options = { ...given };
  for (const { project, version } of addresses) {
    agree('project', options.project ?? first?.project, project);
    agree('version', options.version ?? first?.version, version);
  }
  if (first !== undefined) {
    options.project = first.project;
    if (first.version !== undefined) options.version = first.version;
    options.env ??= first.environment;
    options.role ??= first.role;
  }
  const { suite = [], tags, grep, lastFailed, changed } = options;
  const said = addresses.map(({ wanted }) => wanted);
  return {
    options,
    wanted: {
      words: [...words.filter(word => !isAddress(word)), ...said.flatMap(one => one.words)],
      suites: [...suite, ...said.flatMap(one => one.suites ?? [])],
      tags:
        [tags, ...said.map(one => one.tags)].flatMap(one => (one === undefined ? [] : `(${one})`)).join(' and ') ||
        undefined,
      grep: grep ?? said.find(one => one.grep !== undefined)?.grep,
      isFailed: lastFailed,
      changedSince: changed === true ? 'HEAD' : changed,
    },
  };
}

function agree(what: string, one: string | undefined, other: string | undefined): void {
  if (one === undefined || other === undefined || one === other) return;
  throw new AppError('invalid-params', `The address is of ${what} "${other}", but "${one}" is meant.`, {
    field: `--${what}`,
  });
}

type ChosenRequest = Pick<RunRequest, 'content' | 'targets' | 'scenarios' | 'choice'>;

interface SelectionIn {
  project: RunnableProject;
  content: RunRequest['content'];
}

/** Unknown names are reported, and count as nothing to run. Errors: those of `selectRun`, `invalid-params`. */
export async function chooseRun(
  cli: Cli,
  { project, content }: SelectionIn,
  { wanted, shard, timings }: { wanted: RunChoice } & ShardOptions,
): Promise<ChosenRequest> {
  const part = shard === undefined ? undefined : requireShard(shard);
  if (timings !== undefined && part === undefined)
    throw new AppError('invalid-params', '--timings balances the parts of --shard i/n; without it, it says nothing.', {
      field: '--timings',
    });
  const { folder, runs } = project;
  const place = { content, folder, runs, signal: cli.signal };
  const { targets, scenarios, warnings, keep } = await selectRun(place, wanted).catch(error =>
    nothingNamed(cli, error),
  );
  for (const warning of warnings) cli.notify(warning);
  const durations = timings === undefined ? undefined : await readTimings(cli, { project, content }, timings);
  const choice: ItemChoice = { keep, shard: part, durations };
  return { content, targets, scenarios, choice };
}

async function nothingNamed(cli: Cli, error: unknown): Promise<RunSelection> {
  if (!isAppError(error, 'not-found')) throw error;
  for (const sentence of await cli.explain(error)) cli.notify(sentence);
  return { targets: [], scenarios: [], warnings: [], keep: () => false };
}

function requireShard(text: string): Shard {
  const shard = readShard(text);
  if (shard !== undefined) return shard;
  throw new AppError('invalid-params', `--shard takes i/n with i from 1 to n, e.g. 2/3, not "${text}".`, {
    field: '--shard',
    expected: 'e.g. 1/3',
  });
}

/** The output of `steploom list --slow --json`, or an object of milliseconds by code. */
const Timings = z.union([
  z.array(z.object({ code: z.string(), ms: z.number().min(0).optional() })),
  z.record(z.string(), z.number().min(0)),
]);

async function readTimings(
  cli: Cli,
  { project, content }: SelectionIn,
  path: string | true,
): Promise<ReadonlyMap<string, number>> {
  if (path === true) return itemDurations(project.runs, content.version.versionId);
  const fault = (reason: string, cause?: unknown) =>
    new AppError('invalid-params', `--timings: ${path} ${reason}.`, { field: '--timings', cause });
  const text = await readFile(resolve(cli.directory, path), 'utf8').catch((cause: unknown) => {
    throw fault(`cannot be read (${systemCode(cause) ?? 'unknown'})`, cause);
  });
  const timings = Timings.safeParse(parsedOr(text, fault));
  if (!timings.success) throw fault('is not what steploom list --slow --json prints');
  const { data } = timings;
  if (!Array.isArray(data)) return new Map(Object.entries(data));
  return new Map(data.flatMap(({ code, ms }): [string, number][] => (ms === undefined ? [] : [[code, ms]])));
}

function parsedOr(text: string, fault: (reason: string, cause: unknown) => AppError): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fault('is no JSON', cause);
  }
}
