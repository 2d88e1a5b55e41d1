/** A failure in Markdown, for a bug tracker. */
import type { LastResult } from '../../../app/tool-replies.ts';
import { requestText } from '../execution/node-text.ts';
import { gitText } from '../git-text.ts';

interface Reported {
  /** With its module, e.g. `Sign in › Valid user`. */
  title: string;
  last: LastResult;
  failure: NonNullable<LastResult['failure']>;
  appUrl?: string | undefined;
  version?: string | undefined;
  release?: string | undefined;
}

export function bugReport({ title, last, failure, appUrl, version, release }: Reported): string {
  const { error, path, hook, causes } = failure;
  const { expected, actual, failedRequests = [], consoleErrors = [] } = error;
  const compared = [
    ...(expected === undefined ? [] : ['**Expected**', '', ...quoted(expected), '']),
    ...(actual === undefined ? [] : ['**Got**', '', ...quoted(actual), '']),
  ];
  const at = path.at(-1)?.title ?? hook?.title;
  return [
    `# ${title} fails`,
    '',
    error.message,
    '',
    ...(at === undefined ? [] : [`**Where**: ${at}`, '']),
    ...compared,
    ...section(
      'Steps',
      stepsOf(last).map((step, index) => `${index + 1}. ${step}`),
    ),
    ...section(
      'Likely causes',
      causes.map(({ message }) => `- ${message}`),
    ),
    ...section(
      'Failed requests',
      failedRequests.map(request => `- ${requestText(request)}`),
    ),
    ...section('Console errors', consoleErrors.flatMap(quoted)),
    ...section('Environment', environmentOf({ last, appUrl, version, release })),
  ]
    .join('\n')
    .trimEnd();
}

/** A code block, so that nothing in it counts as Markdown. */
const quoted = (text: string): string[] => ['```text', text.replaceAll('```', "'''"), '```'];

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];

function stepsOf({ actions }: LastResult): string[] {
  const end = actions.findIndex(({ state }) => state === 'failed' || state === 'error');
  const done = end < 0 ? actions : actions.slice(0, end + 1);
  return done
    .filter(({ state }) => state !== 'skipped')
    .map(({ title, state }) => (state === 'passed' ? title : `${title} (failed)`));
}

function environmentOf({ last, appUrl, version, release }: Omit<Reported, 'title' | 'failure'>): string[] {
  const { browser, environment, git, ci, runId, startedAt } = last;
  const facts = {
    Application: appUrl,
    Environment: environment,
    Browser: browser,
    Version: version,
    Commit: gitText(git),
    'Build server': ci,
    Run: `${runId}, ${startedAt}`,
    Steploom: release,
  };
  return Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${value}`]));
}
