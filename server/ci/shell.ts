import {
  type CiJob,
  type CiTarget,
  commentLines,
  indent,
  installLines,
  isSharded,
  mergeLines,
  REPORTS_FOLDER,
  runLines,
  SHARDS_FOLDER,
  scriptText,
  secretsOfMerge,
  secretsOfTests,
  secretVariables,
  shardLines,
  shellWord,
} from './ci-job.ts';

export const shell: CiTarget = {
  title: 'Shell script',
  fileName: 'steploom-ci.sh',
  syntax: 'shell',
  secretStore: 'the environment of whatever starts the script',
  script: job =>
    scriptText([
      '#!/bin/sh',
      ...commentLines(job),
      ...(isSharded(job) ? usage(job) : []),
      'set -eu',
      'cd "$(dirname "$0")"',
      '',
      'export CI=true',
      `export STEPLOOM_WORKSPACE=${shellWord(job.workspace)}`,
      '',
      ...(isSharded(job) ? shardedScript(job) : plainScript(job)),
    ]),
  notes: job => [
    'Node and npm must be there. The script stands in the root of the repository and exits as the tests do.',
    ...(isSharded(job)
      ? [
          `Start it on each machine with the number of its part, then with “merge” where ${SHARDS_FOLDER}/ has all parts.`,
        ]
      : []),
  ],
};

/** A secret that is not set is reported before anything is done. */
const required = (names: readonly string[], job: CiJob): string[] => {
  const uses = new Map(secretVariables(job).map(({ name, use }) => [name, use]));
  return names.map(name => `: "\${${name}:?is not set. It is for: ${uses.get(name)?.replaceAll(/[{}]/g, '')}}"`);
};

const plainScript = (job: CiJob): string[] => [
  ...required(secretsOfTests(job), job),
  ...installLines(job),
  '',
  `mkdir -p ${REPORTS_FOLDER}`,
  ...runLines(job),
];

const usage = ({ options }: CiJob): string[] => [`# Usage: steploom-ci.sh 1 … ${options.shards} | merge`];

const shardedScript = (job: CiJob): string[] => [
  'case "$*" in',
  '  merge)',
  ...indent(
    [
      ...required(secretsOfMerge(job), job),
      ...installLines({ ...job, options: { ...job.options, installBrowser: false } }),
      `mkdir -p ${REPORTS_FOLDER}`,
      ...mergeLines(job),
    ],
    4,
  ),
  '    ;;',
  '  [1-9] | [1-9][0-9])',
  ...indent(
    [
      ...required(secretsOfTests(job), job),
      ...installLines(job),
      `mkdir -p ${SHARDS_FOLDER}`,
      ...shardLines(job, { of: `"$1/${job.options.shards}"`, index: '"$1"' }),
    ],
    4,
  ),
  '    ;;',
  '  *)',
  `    echo "Usage: $0 1 … ${job.options.shards} | merge" >&2`,
  '    exit 2',
  '    ;;',
  'esac',
];
