import { join } from 'node:path';
import type { Attachment } from '@cucumber/messages';
import { withoutTurns } from '../runs/messages/plain-text.ts';
import type { FinishedRun } from '../runs/record/run-watcher.ts';
import type { CaseStep, ReportedCase } from './cases.ts';
import { explainEnd } from './explain-end.ts';
import type { Reporter, ReportOutput } from './reporter.ts';
import { shortPath, sourcePath } from './source-path.ts';

/** XML of texts that anyone may have written. What XML 1.0 cannot hold, or a terminal obeys, is left out. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const allowed = (text: string): string => withoutTurns(text).replace(FORBIDDEN, '');

const attributeText = (text: string): string =>
  allowed(text).replace(/[&<>"\t\n\r]/g, character => ESCAPES[character] ?? '');

/** An element; its content is XML already. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeText(String(value))}"`);
  const head = `<${name}${given.join('')}`;
  if (content.length === 0) return `${head}/>`;
  const isText = content.some(part => part.startsWith('<![CDATA['));
  const inner = isText ? content.join('') : `\n${content.join('\n')}\n`;
  return `${head}>${inner}</${name}>`;
}

/** Text as it is. */
const cdata = (text: string): string => `<![CDATA[${allowed(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** The run as JUnit XML, which build servers show. Jenkins and others look for names like TEST-*.xml. */
export const junit: Reporter = {
  summary: 'JUnit XML for build servers',
  audience: 'programs',
  fileName: 'TEST-steploom.xml',
  start: output => ({
    async finished(finished) {
      const { readCases } = await import('./cases.ts');
      output.write(junitXml(readCases(finished), finished, output));
    },
  }),
};

type Output = Pick<ReportOutput, 'checkout'>;

/** A suite per feature file or module, a case per test, data row, scenario or example row. Times are seconds. */
function junitXml(cases: readonly ReportedCase[], finished: FinishedRun, output: Output): string {
  const byFile = new Map<string, ReportedCase[]>();
  for (const one of cases) byFile.set(one.uri, [...(byFile.get(one.uri) ?? []), one]);
  const suites = [...byFile].map(([uri, members]) => suiteXml(uri, members, { finished, output }));
  const { run } = finished;
  const totals = { ...countsOf(cases), time: seconds(run.elapsedMs), timestamp: run.startedAt };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: run.title, ...totals }, suites)}\n`;
}

interface Around {
  finished: FinishedRun;
  output: Output;
}

function suiteXml(uri: string, cases: readonly ReportedCase[], around: Around): string {
  const { finished, output } = around;
  const file = sourcePath(uri, { ...finished, directory: output.checkout });
  const startedAt = Math.min(...cases.map(one => one.startedAt));
  const attributes = {
    name: cases[0]?.feature ?? uri,
    file,
    ...countsOf(cases),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
    timestamp: new Date(startedAt).toISOString(),
  };
  return element(
    'testsuite',
    attributes,
    cases.map(one => caseXml(one, file, around)),
  );
}

function caseXml(one: ReportedCase, file: string, around: Around): string {
  const { feature, name, ms, steps } = one;
  const attributes = { classname: feature, name, file, time: seconds(ms) };
  const said = [...steps.flatMap(stepLines), ...attachmentLines(steps, around)].join('\n');
  return element('testcase', attributes, [
    ...propertiesXml(one),
    ...endXml(one),
    ...(said === '' ? [] : [element('system-out', {}, [cdata(said)])]),
  ]);
}

/** `test_key` is what Xray knows a test by; where a test has several keys, the first of its own tags. */
function propertiesXml({ issueKeys: [key], tags, steps }: ReportedCase): string[] {
  const properties = [
    ...(key === undefined ? [] : [element('property', { name: 'test_key', value: key })]),
    ...(tags.length === 0 ? [] : [element('property', { name: 'tags', value: tags.join(',') })]),
    ...steps.flatMap(({ repairs }) => repairs).map(value => element('property', { name: 'repaired', value })),
  ];
  return properties.length === 0 ? [] : [element('properties', {}, properties)];
}

type End = 'failure' | 'error' | 'skipped';

/** What is not implemented is not bad: it did not run, and says why. */
function kindOf({ status, badness }: ReportedCase): End | undefined {
  if (status === 'PASSED') return undefined;
  if (status === 'FAILED') return badness === 'failed' ? 'failure' : 'error';
  return status === 'AMBIGUOUS' || status === 'UNKNOWN' ? 'error' : 'skipped';
}

function endXml(one: ReportedCase): string[] {
  const kind = kindOf(one);
  if (kind === undefined) return [];
  const { headline, details } = explainEnd(one);
  if (kind === 'skipped') return [element('skipped', { message: headline })];
  const type = kind === 'failure' ? 'AssertionError' : 'Error';
  return [element(kind, { message: headline, type }, [cdata(details)])];
}

function countsOf(cases: readonly ReportedCase[]) {
  const count = (wanted: End) => cases.filter(one => kindOf(one) === wanted).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

const stepLines = ({ text, status, repairs }: CaseStep): string[] => [
  `${text} ... ${status.toLowerCase()}`,
  ...repairs,
];

/** As Jenkins and GitLab find attachments. */
const attachmentLines = (steps: readonly CaseStep[], { finished, output }: Around): string[] =>
  steps.flatMap(({ attachments }) => attachments).flatMap(attachment => pathOf(attachment, finished.folder, output));

const pathOf = ({ url }: Attachment, folder: string, { checkout }: Output): string[] =>
  url === undefined ? [] : [`[[ATTACHMENT|${shortPath(join(folder, decodeURI(url)), checkout)}]]`];

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);
