import type { Run } from '../../model/run/run.ts';
import { plainLines, terminalText } from '../runs/messages/plain-text.ts';
import type { FinishedRun } from '../runs/record/run-watcher.ts';
import type { ReportedCase } from './cases.ts';
import { explainEnd } from './explain-end.ts';
import type { Reporter } from './reporter.ts';
import { sourcePath } from './source-path.ts';

/** GitHub shows ten annotations of a step; more only make its log longer. */
const MOST_ANNOTATIONS = 50;
const MOST_ROWS = 200;

/** Annotations at the lines of features that failed, and a table on the page of the job where GitHub Actions runs it. */
export const github: Reporter = {
  summary: 'annotations and a summary for GitHub Actions',
  audience: 'programs',
  fileName: 'github.txt',
  start: output => ({
    async finished(finished) {
      const { readCases } = await import('./cases.ts');
      const cases = readCases(finished);
      const told = cases.filter(({ status }) => status !== 'PASSED' && status !== 'SKIPPED');
      for (const one of told.slice(0, MOST_ANNOTATIONS))
        output.write(`${annotation(one, sourcePath(one.uri, { ...finished, directory: output.checkout }))}\n`);
      if (told.length > MOST_ANNOTATIONS)
        output.write(`::notice::${told.length - MOST_ANNOTATIONS} more did not pass; see the log of the run.\n`);
      output.summarize?.(summaryOf(finished, cases));
    },
  }),
};

/** What is not implemented is a warning. Lines of modules are not those of a file that is in the repository. */
function annotation(one: ReportedCase, file: string): string {
  const { badness, feature, title, decisive, line } = one;
  const where = decisive?.line ?? line;
  const properties = Object.entries({
    file,
    ...(where === undefined ? {} : { line: where }),
    title: `${feature}: ${title}`,
  });
  const given = properties.map(([key, value]) => `${key}=${propertyText(String(value))}`).join(',');
  return `::${badness === undefined ? 'warning' : 'error'} ${given}::${dataText(explainEnd(one).details)}`;
}

/** Escapes as the workflow commands of GitHub want them: what is in a text is no command. */
const dataText = (text: string): string =>
  terminalText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const propertyText = (text: string): string => dataText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function summaryOf({ run }: FinishedRun, cases: readonly ReportedCase[]): string {
  const bad = cases.filter(({ status }) => status !== 'PASSED' && status !== 'SKIPPED');
  const rows = bad.slice(0, MOST_ROWS).map(one => {
    const word = one.badness === undefined ? '❓ not implemented' : '❌ failed';
    return `| ${word} | ${cell(`${one.feature} › ${one.name}`)} | ${cell(explainEnd(one).headline)} |`;
  });
  const more = bad.length > MOST_ROWS ? [`\n… and ${bad.length - MOST_ROWS} more.`] : [];
  const table = rows.length === 0 ? [] : ['', '| | Test | Why |', '|---|---|---|', ...rows, ...more];
  return `${[`### ${headline(run, cases)}`, ...reasonOf(run), ...table].join('\n')}\n\n`;
}

const reasonOf = ({ reason }: Run): string[] => (reason === undefined ? [] : ['', cell(reason)]);

function headline({ runId, state, elapsedMs }: Run, cases: readonly ReportedCase[]): string {
  const counts = new Map<string, number>();
  for (const { status, badness } of cases) {
    const word = badness ?? WORDS[status];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const told = [...counts].map(([word, count]) => `${count} ${word}`).join(', ') || 'nothing ran';
  return `${state === 'passed' ? '✅' : '❌'} Steploom ${runId}: ${told} (${(elapsedMs / 1_000).toFixed(1)} s)`;
}

const WORDS: Record<ReportedCase['status'], string> = {
  PASSED: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  UNDEFINED: 'not implemented',
  PENDING: 'not implemented',
  AMBIGUOUS: 'ambiguous',
  UNKNOWN: 'unknown',
};

/** A text of anybody as a cell of a table: no markup, one line. */
const cell = (text: string): string =>
  plainLines(terminalText(text))
    .join(' ')
    .replace(/[\\`*_{}[\]<>()#+!|~@&-]/g, character => `&#${character.charCodeAt(0)};`);
