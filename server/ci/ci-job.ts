import { reporters } from '../reports/index.ts';
import type { ChosenCiOptions } from './ci-options.ts';

export interface CiJob {
  /** A single line: it goes into the comments of the script. */
  title: string;
  suite?: string | undefined;
  /** Codes of modules, tests, features and scenarios; with no suite either, everything runs. */
  codes: readonly string[];
  tags?: string | undefined;
  projectId: string;
  /** Undefined: whichever version is the default when the job runs. */
  versionId?: string | undefined;
  environment?: string | undefined;
  /** The folder of the projects, seen from the root of the repository. */
  workspace: string;
  hasLockfile: boolean;
  secrets: readonly string[];
  options: ChosenCiOptions;
}

export interface CiTarget {
  title: string;
  /** Relative to the root of the repository, where the server expects it. */
  fileName: string;
  syntax: 'yaml' | 'groovy' | 'shell';
  secretStore: string;
  script(job: CiJob): string;
  notes?(job: CiJob): readonly string[];
}

export const REPORTS_FOLDER = 'reports';
export const SHARDS_FOLDER = 'shards';

const STEPLOOM = 'npx --no-install steploom';

export const isSharded = ({ options }: CiJob): boolean => (options.shards ?? 1) > 1;

export const shardNumbers = ({ options }: CiJob): number[] =>
  Array.from({ length: options.shards ?? 1 }, (_, index) => index + 1);

export const hasReport = ({ options }: CiJob, report: ChosenCiOptions['reports'][number]): boolean =>
  options.reports.some(one => one === report);

export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const commandLines = (parts: readonly (readonly string[])[]): string[] => {
  const lines = parts.filter(words => words.length > 0).map(words => words.join(' '));
  return lines.map((line, index) => `${index === 0 ? '' : '  '}${line}${index < lines.length - 1 ? ' \\' : ''}`);
};

const option = (name: string, value: string | number | undefined): string[] =>
  value === undefined ? [] : [name, shellWord(String(value))];

const choiceOf = ({ projectId, versionId, suite, codes, tags, environment }: CiJob): string[] => [
  ...codes,
  ...option('--project', projectId),
  ...option('--version', versionId),
  ...option('--suite', suite),
  ...option('--tags', tags),
  ...option('--env', environment),
];

const triesOf = ({ options }: CiJob): string[] => [
  ...(options.devices ?? []).flatMap(device => option('--device', device)),
  ...option('--workers', options.workers),
  ...option('--retries', options.retries === 0 ? undefined : options.retries),
  ...option('--max-failures', options.maxFailures),
];

const executionOf = ({ options }: CiJob): string[] => [
  ...option('--plan-key', options.planKey),
  ...option('--fix-version', options.fixVersion),
];

interface ReportPlaces {
  folder?: string | undefined;
  junit?: string | undefined;
  /** Reporters that write no file, such as `github`. */
  further?: readonly string[];
}

const reportersOf = (
  { options }: CiJob,
  { folder = REPORTS_FOLDER, junit = 'junit.xml', further = [] }: ReportPlaces,
): string[][] => {
  const files = options.reports.map(name => `${name}=${folder}/${name === 'junit' ? junit : reporters[name].fileName}`);
  return ['pretty', ...further, ...files].map(reporter => option('--reporter', reporter));
};

export const runLines = (job: CiJob, places: ReportPlaces = {}): string[] =>
  commandLines([
    [STEPLOOM, 'run', ...choiceOf(job)],
    triesOf(job),
    ...reportersOf(job, places),
    job.options.upload ? ['--publish', ...executionOf(job)] : [],
  ]);

/** Both are expressions of the script, such as `"$SHARD/$TOTAL"` and `"$SHARD"`. */
export const shardLines = (job: CiJob, { of, index }: { of: string; index: string }): string[] =>
  commandLines([
    [STEPLOOM, 'run', ...choiceOf(job)],
    [...triesOf(job), '--shard', of],
    ['--reporter', 'pretty'],
    ['--reporter', `blob=${SHARDS_FOLDER}/shard-${index}.zip`],
  ]);

/** A missing part is reported, and never counts as passed. */
const countParts = ({ options }: CiJob): string[] => [
  `set -- ${SHARDS_FOLDER}/*.zip`,
  `if [ "$#" -lt ${options.shards} ]; then`,
  `  echo "Only $# of ${options.shards} parts are there: the reports lack the rest." >&2`,
  '  exit 1',
  'fi',
];

/** Reports are made and uploaded also where a part is missing; `countParts` then fails the job. */
export const mergeLines = (job: CiJob, places: ReportPlaces = {}): string[] => [
  ...commandLines([
    [STEPLOOM, 'merge-reports', `${SHARDS_FOLDER}/*.zip`, '--allow-partial'],
    ...reportersOf(job, places),
  ]),
  ...(job.options.upload
    ? [`${STEPLOOM} ${['upload', ...option('--project', job.projectId), ...executionOf(job)].join(' ')}`]
    : []),
  ...countParts(job),
];

const PACKAGE = 'STEPLOOM_PACKAGE';

/** The package comes from the lockfile of the repository, or from where the variable says; never by its name alone. */
const packageLines = (): string[] => [
  `if [ -n "\${${PACKAGE}:-}" ]; then`,
  '  npm install --no-save --no-audit --no-fund "$STEPLOOM_PACKAGE"',
  'else',
  '  npm ci --no-audit --no-fund',
  'fi',
];

export const installLines = ({ options }: CiJob): string[] => [
  ...packageLines(),
  ...(options.installBrowser ? [`${STEPLOOM} doctor --install-browser`] : []),
];

export const equalCommand = (job: CiJob): string => ['npx steploom run', ...choiceOf(job), ...triesOf(job)].join(' ');

const UPLOAD_VARIABLES = ['CLIENT_ID', 'CLIENT_SECRET'];

export const secretVariables = (job: CiJob): { name: string; use: string }[] => [
  ...(job.options.upload ? UPLOAD_VARIABLES : []).map(name => ({ name, use: 'upload of the results' })),
  ...job.secrets.map(name => ({ name: `STEPLOOM_SECRET_${name}`, use: `{{secret.${name}}} in the tests` })),
];

/** A shard uploads nothing, so it needs fewer. */
export const secretsOfTests = (job: CiJob): string[] =>
  secretVariables({ ...job, options: { ...job.options, upload: job.options.upload && !isSharded(job) } }).map(
    ({ name }) => name,
  );

export const secretsOfMerge = ({ options }: CiJob): string[] => (options.upload ? UPLOAD_VARIABLES : []);

const headLines = (job: CiJob): string[] => {
  const names = secretVariables(job).map(({ name }) => name);
  const held = names.length === 0 ? 'It holds no secret.' : `It holds no secret, only names: ${names.join(', ')}.`;
  return [`Runs ${job.title} with Steploom. ${held}`, `The same by hand: ${equalCommand(job)}`];
};

export const indent = (lines: readonly string[], spaces: number): string[] =>
  lines.map(line => (line === '' ? line : `${' '.repeat(spaces)}${line}`));

/** JSON is part of YAML. */
export const yamlText = (text: string): string => JSON.stringify(text);

export const commentLines = (job: CiJob, mark = '#'): string[] => headLines(job).map(line => `${mark} ${line}`);

export const scriptText = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
