import { join } from 'node:path';
import type { Attachment } from '@cucumber/messages';
import { withoutTurns } from '../runs/messages/plain-text.ts';
import { LEFT_OUT_FILE, REPAIR_FILE } from '../runs/messages/test-cases.ts';
import type { FinishedRun } from '../runs/record/run-watcher.ts';
import type { CaseStep, ReportedCase } from './cases.ts';
import { explainEnd, isFlaky } from './explain-end.ts';
import type { Reporter, ReportOutput } from './reporter.ts';
import { shortPath, sourcePath } from './source-path.ts';

/** Anyone may have written the texts: what XML 1.0 cannot hold, or a terminal obeys, is left out. */
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

const cdata = (text: string): string => `<![CDATA[${allowed(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** Jenkins and others look for files named TEST-*.xml. */
export const junit: Reporter = {
  summary: 'JUnit XML for build servers',
  title: 'JUnit XML',
  isForCI: true,
  audience: 'programs',
  fileName: 'TEST-steploom.xml',
  start: output => ({
    async finished(finished) {
      const { readCases } = await import('./cases.ts');
      const cases = fitting(readCases(finished));
      let text = junitXml(cases, { finished, output, saysAll: true, mostText: Number.POSITIVE_INFINITY });
      let left: string | undefined;
      for (const extent of SHORTER) {
        if (Buffer.byteLength(text) <= MOST_BYTES) break;
        text = junitXml(cases, { finished, output, ...extent });
        left = extent.left;
      }
      output.write(text);
      if (left !== undefined) output.warn(`${left}: the report would be over 30 MB, which GitLab refuses.`);
    },
  }),
};

type Output = Pick<ReportOutput, 'checkout'>;

/** GitLab takes no larger file. */
const MOST_BYTES = 29_000_000;
/** Tried in this order when the report is too large. */
const SHORTER = [Number.POSITIVE_INFINITY, 10_000, 1_000, 100].map(mostText => ({
  saysAll: false,
  mostText,
  left: `what passed tells no steps${Number.isFinite(mostText) ? `, and texts are cut after ${mostText} characters` : ''}`,
}));
/** Azure takes no test whose class and name are over 256 characters together. */
const MOST_CLASS = 100;
const MOST_NAME = 150;
/** Azure cuts what is longer. */
const MOST_MESSAGE = 4_000;
/** Characters of output per case: build servers store it in a database. */
const MOST_SAID = 60_000;

const cut = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${[...text]
        .slice(0, most - 1)
        .join('')
        .slice(0, most - 1)}…`;

function fitting(cases: readonly ReportedCase[]): ReportedCase[] {
  const taken = new Map<string, number>();
  return cases.map(one => {
    const feature = cut(one.feature, MOST_CLASS);
    const name = cut(one.name, MOST_NAME);
    if (name === one.name && feature === one.feature) return one;
    const count = (taken.get(`${feature}\n${name}`) ?? 0) + 1;
    taken.set(`${feature}\n${name}`, count);
    const number = count === 1 ? '' : ` (${count})`;
    return { ...one, feature, name: `${cut(name, MOST_NAME - number.length)}${number}` };
  });
}

function junitXml(cases: readonly ReportedCase[], around: Around): string {
  const byFile = new Map<string, ReportedCase[]>();
  for (const one of cases) byFile.set(one.uri, [...(byFile.get(one.uri) ?? []), one]);
  const suites = [...byFile].map(([uri, members]) => suiteXml(uri, members, around));
  const { run } = around.finished;
  const totals = { ...countsOf(cases), time: seconds(run.elapsedMs), timestamp: run.startedAt };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: run.title, ...totals }, suites)}\n`;
}

interface Around {
  finished: FinishedRun;
  output: Output;
  saysAll: boolean;
  mostText: number;
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
  const files = attachedFiles(one, around);
  const lines = around.saysAll || one.status !== 'PASSED' ? steps.flatMap(stepLines) : [];
  const said = [shortened(cut(lines.join('\n'), MOST_SAID), around), ...files.map(file => `[[ATTACHMENT|${file}]]`)]
    .join('\n')
    .trim();
  return element('testcase', attributes, [
    ...propertiesXml(one, files),
    ...endXml(one, around),
    ...earlierXml(one, around),
    ...(said === '' ? [] : [element('system-out', {}, [cdata(said)])]),
  ]);
}

/** Xray knows a test by `test_key`, of which it takes one; further ones are told beside it. */
function propertiesXml(one: ReportedCase, files: readonly string[]): string[] {
  const {
    testKeys: [key, ...further],
    tags,
    steps,
  } = one;
  const properties = [
    ...(key === undefined ? [] : [element('property', { name: 'test_key', value: key })]),
    ...further.map(value => element('property', { name: 'further_test_key', value })),
    ...(tags.length === 0 ? [] : [element('property', { name: 'tags', value: tags.join(',') })]),
    ...(isFlaky(one) ? [element('property', { name: 'flaky', value: 'true' })] : []),
    ...(one.earlier.length === 0 ? [] : [element('property', { name: 'attempts', value: one.earlier.length + 1 })]),
    ...steps.flatMap(({ repairs }) => repairs).map(value => element('property', { name: 'repaired', value })),
    ...steps.flatMap(({ leftOut }) => leftOut).map(value => element('property', { name: 'incomplete', value })),
    ...files.map(value => element('property', { name: 'attachment', value })),
  ];
  return properties.length === 0 ? [] : [element('properties', {}, properties)];
}

const shortened = (text: string, { mostText }: Around): string =>
  text.length <= mostText ? text : `${cut(text, mostText)}\n(cut: the report would be too large)`;

const messageOf = (headline: string, { mostText }: Around): string => cut(headline, Math.min(MOST_MESSAGE, mostText));

type End = 'failure' | 'error' | 'skipped';

/** A case that is not implemented counts as skipped, with the reason. */
function kindOf({ status, badness }: ReportedCase): End | undefined {
  if (status === 'PASSED') return undefined;
  if (status === 'FAILED') return badness === 'failed' ? 'failure' : 'error';
  return status === 'AMBIGUOUS' || status === 'UNKNOWN' ? 'error' : 'skipped';
}

function endXml(one: ReportedCase, around: Around): string[] {
  const kind = kindOf(one);
  if (kind === undefined) return [];
  const { headline, details } = explainEnd(one);
  if (kind === 'skipped') return [element('skipped', { message: messageOf(headline, around) })];
  const type = kind === 'failure' ? 'AssertionError' : 'Error';
  return [element(kind, { message: messageOf(headline, around), type }, [cdata(shortened(details, around))])];
}

/** Surefire writes earlier attempts like this; other readers see only the last. */
function earlierXml(one: ReportedCase, around: Around): string[] {
  const name = isFlaky(one) ? 'flaky' : 'rerun';
  return one.earlier.map(attempt => {
    const { headline, details } = explainEnd(attempt);
    const isFailure = attempt.badness === 'failed';
    const type = isFailure ? 'AssertionError' : 'Error';
    const trace = element('stackTrace', {}, [cdata(shortened(details, around))]);
    return element(`${name}${isFailure ? 'Failure' : 'Error'}`, { message: messageOf(headline, around), type }, [
      trace,
    ]);
  });
}

function countsOf(cases: readonly ReportedCase[]) {
  const count = (wanted: End) => cases.filter(one => kindOf(one) === wanted).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

const stepLines = ({ text, status, repairs, leftOut, attachments }: CaseStep): string[] => [
  `${text} ... ${status.toLowerCase()}`,
  ...repairs,
  ...leftOut,
  ...attachments.filter(isCall).flatMap(call => callLines(call, status)),
];

const callLines = ({ body }: Attachment, status: CaseStep['status']): string[] =>
  (status === 'FAILED' ? body.split('\n') : body.split('\n', 1)).map(line => `    ${line}`.trimEnd());

const isCall = ({ body, url, fileName }: Attachment): boolean =>
  body !== '' && url === undefined && fileName !== REPAIR_FILE && fileName !== LEFT_OUT_FILE;

/** Build servers need paths from the checkout; GitLab shows only one file, so that of the failure comes first. */
function attachedFiles({ steps }: ReportedCase, { finished, output }: Around): string[] {
  const failed = steps.filter(({ status }) => status === 'FAILED');
  const others = steps.filter(({ status }) => status !== 'FAILED');
  return [...failed, ...others]
    .flatMap(({ attachments }) => attachments)
    .flatMap(({ url }) => (url === undefined ? [] : [join(finished.folder, decodeURI(url))]))
    .map(path => shortPath(path, output.checkout));
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);
