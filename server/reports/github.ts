import { counted } from '../../model/names/counted.ts';
import { leftOutCount, repairCount } from '../../model/run/repairs.ts';
import { allItems, type Run } from '../../model/run/run.ts';
import { plainLines, terminalText } from '../runs/messages/plain-text.ts';
import type { FinishedRun } from '../runs/record/run-watcher.ts';
import type { CaseEnd, ReportedCase } from './cases.ts';
import { explainEnd, isFlaky as hasBeenFlaky } from './explain-end.ts';
import type { Reporter } from './reporter.ts';
import { sourcePath } from './source-path.ts';

/** GitHub shows no more annotations of a step. */
const MOST = { error: 10, warning: 10, notice: 10 };
const MOST_ROWS = 200;

export const github: Reporter = {
  summary: 'annotations, and a table on the page of the job where GITHUB_STEP_SUMMARY is set',
  audience: 'programs',
  fileName: 'github.txt',
  start: output => ({
    async finished(finished) {
      const { readCases } = await import('./cases.ts');
      const all = readCases(finished);
      const cases = all.map(one => ({
        ...one,
        isFlaky: hasBeenFlaky(one),
        leftOut: one.steps.flatMap(({ leftOut }) => leftOut),
      }));
      const notable = cases.filter(one => isNotable(one));
      const shown = shownAmong(notable);
      for (const one of shown)
        output.write(`${annotation(one, sourcePath(one.uri, { ...finished, directory: output.checkout }))}\n`);
      const more = notable.length - shown.length;
      if (more > 0)
        output.write(
          `::notice::${more} more did not pass or ${more === 1 ? 'is' : 'are'} flaky or incomplete; see the log of the run.\n`,
        );
      output.summarize?.(summaryOf(finished, cases));
    },
  }),
};

type AnnotatedCase = ReportedCase & { isFlaky: boolean; leftOut: readonly string[] };

const isIncomplete = ({ status, isFlaky, leftOut }: AnnotatedCase): boolean =>
  status === 'PASSED' && !isFlaky && leftOut.length > 0;

const isNotable = (one: AnnotatedCase): boolean =>
  one.isFlaky || isIncomplete(one) || (one.status !== 'PASSED' && one.status !== 'SKIPPED');

function levelOf(one: AnnotatedCase): 'error' | 'warning' | 'notice' {
  if (isIncomplete(one)) return 'notice';
  return one.badness === undefined ? 'warning' : 'error';
}

function shownAmong(notable: readonly AnnotatedCase[]): AnnotatedCase[] {
  // One notice is kept for how many are not shown.
  const counts = { error: 0, warning: 0, notice: 1 };
  return notable.filter(one => ++counts[levelOf(one)] <= MOST[levelOf(one)]);
}

/** Modules have no lines: their files are not in the repository. */
function annotation(one: AnnotatedCase, file: string): string {
  const { feature, title } = one;
  const end = shownEnd(one);
  const where = end.decisive?.line ?? end.line;
  const properties = Object.entries({
    file,
    ...(where === undefined ? {} : { line: where }),
    title: `${feature}: ${title}`,
  });
  const given = properties.map(([key, value]) => `${key}=${propertyText(String(value))}`).join(',');
  return `::${levelOf(one)} ${given}::${dataText(detailsOf(one))}`;
}

function detailsOf(one: AnnotatedCase): string {
  if (isIncomplete(one)) return `Incomplete: ${one.leftOut.join('\n')}`;
  return one.isFlaky ? flakyText(one) : explainEnd(one).details;
}

const shownEnd = (one: AnnotatedCase): CaseEnd => (one.isFlaky ? (one.earlier[0] ?? one) : one);

const flakyText = (one: AnnotatedCase): string =>
  `Flaky: it passed at attempt ${one.earlier.length + 1}. The first ended so: ${explainEnd(shownEnd(one)).details}`;

/** Escaped as GitHub's workflow commands need it, so that no text becomes a command. */
const dataText = (text: string): string =>
  terminalText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const propertyText = (text: string): string => dataText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function summaryOf({ run }: FinishedRun, cases: readonly AnnotatedCase[]): string {
  const bad = cases.filter(isNotable);
  const rows = bad
    .slice(0, MOST_ROWS)
    .map(one => `| ${wordOf(one)} | ${cell(`${one.feature} › ${one.name}`)} | ${cell(whyOf(one))} |`);
  const more = bad.length > MOST_ROWS ? [`\n… and ${bad.length - MOST_ROWS} more.`] : [];
  const table = rows.length === 0 ? [] : ['', '| | Test | Why |', '|---|---|---|', ...rows, ...more];
  return `${[`### ${headline(run, cases)}`, ...reasonOf(run), ...table].join('\n')}\n\n`;
}

const whyOf = (one: AnnotatedCase): string =>
  isIncomplete(one) ? one.leftOut.join('; ') : explainEnd(shownEnd(one)).headline;

function wordOf(one: AnnotatedCase): string {
  const { badness, isFlaky } = one;
  if (isIncomplete(one)) return '📝 incomplete';
  if (isFlaky) return '⚠️ flaky';
  return badness === undefined ? '❓ not implemented' : '❌ failed';
}

const reasonOf = ({ reason }: Run): string[] => (reason === undefined ? [] : ['', cell(reason)]);

function headline(run: Run, cases: readonly AnnotatedCase[]): string {
  const counts = new Map<string, number>();
  for (const { status, badness, isFlaky } of cases) {
    const word = isFlaky ? 'flaky' : (badness ?? WORDS[status]);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const { runId, state, elapsedMs } = run;
  const repaired = repairCount(allItems(run));
  const words = [...counts].map(([word, count]) => `${count} ${word}`);
  const leftOut = leftOutCount(allItems(run));
  const more = [
    ...(repaired === 0 ? [] : [`${repaired} repaired`]),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, 'action')} left out on import`]),
  ];
  const summary = [...words, ...more].join(', ') || 'nothing ran';
  return `${state === 'passed' ? '✅' : '❌'} Steploom ${runId}: ${summary} (${(elapsedMs / 1_000).toFixed(1)} s)`;
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

/** Anybody may have written the text, so it must bring no markup. */
const cell = (text: string): string =>
  plainLines(terminalText(text))
    .join(' ')
    .replace(/[\\`*_{}[\]<>()#+!|~@&-]/g, character => `&#${character.charCodeAt(0)};`);
