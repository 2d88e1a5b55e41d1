import { createHash } from 'node:crypto';
import type { Attachment } from '@cucumber/messages';
import type { Run } from '../../model/run/run.ts';
import type { FinishedRun } from '../runs/record/run-watcher.ts';
import type { CaseStep, ReportedCase } from './cases.ts';
import { explainEnd, isFlaky } from './explain-end.ts';
import type { Reporter, ReportOutput } from './reporter.ts';

export const allure: Reporter = {
  summary: 'a folder of Allure results, as a download a zip archive',
  title: 'Allure results',
  isForCI: true,
  audience: 'programs',
  fileName: 'allure-results',
  isFolder: true,
  start: output => ({
    async finished({ run, messages, folder, keyPrefix, issueUrl }) {
      const { readCases } = await import('./cases.ts');
      const { inlinePictures, OF_A_FOLDER } = await import('./inline-pictures.ts');
      const inlined = await inlinePictures(messages, folder, OF_A_FOLDER);
      const files = new AllureFiles({ run, issueUrl }, output);
      for (const one of readCases({ messages: inlined.messages, keyPrefix })) files.addCase(one);
      files.addEnvironment();
      for (const sentence of inlined.leftOut) output.warn(sentence);
    },
  }),
};

const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'video/webm': 'webm',
  'text/plain': 'txt',
};

class AllureFiles {
  readonly #run: Run;
  readonly #output: Pick<ReportOutput, 'add'>;
  readonly #issueUrl: string;

  constructor({ run, issueUrl = '' }: Pick<FinishedRun, 'run' | 'issueUrl'>, output: Pick<ReportOutput, 'add'>) {
    this.#run = run;
    this.#output = output;
    this.#issueUrl = issueUrl;
  }

  /** Ids come from what a case is, so that the same report made again is the same, and a case has a history. */
  addCase(one: ReportedCase): void {
    const identity = [this.#run.projectId, one.uri, one.feature, one.name].join('\n');
    // Allure shows results of one history in one report as retries, the newest of them as the end.
    for (const [attempt, earlier] of one.earlier.entries()) this.#addResult({ ...one, ...earlier }, identity, attempt);
    this.#addResult(one, identity);
  }

  #addResult(one: ReportedCase, identity: string, attempt?: number): void {
    const which = attempt === undefined ? identity : `${identity}\nattempt ${attempt}`;
    const uuid = hash(`${this.#run.runId}\n${this.#run.startedAt}\n${which}`).replace(UUID, '$1-$2-$3-$4-$5');
    const steps = one.steps.map((step, index) => this.#step(step, `${uuid}-${index}`));
    this.#addJson(`${uuid}-result.json`, {
      uuid,
      historyId: hash(identity),
      testCaseId: hash(identity),
      fullName: `${one.uri}#${one.name}`,
      titlePath: [one.uri, one.feature, ...(one.rule === undefined ? [] : [one.rule])],
      name: one.title,
      ...endOf(one),
      stage: 'finished',
      ...timesOf(one),
      labels: labelsOf(one),
      links: one.issueKeys.map(key => ({ type: 'issue', name: key, url: `${this.#issueUrl}${key}` })),
      // What differs between runs of one case is excluded, so that its history stays one.
      parameters: [
        ...Object.entries(one.parameters).map(([name, value]) => ({ name, value })),
        ...this.#circumstances(),
      ],
      steps,
      attachments: [],
    });
  }

  #circumstances() {
    const { environment, browser } = this.#run;
    return Object.entries({ Environment: environment, Browser: browser }).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value, excluded: true }],
    );
  }

  addEnvironment(): void {
    const { environment, browser, runId, startedBy } = this.#run;
    const known = { Run: runId, Environment: environment, Browser: browser, 'Started by': startedBy };
    const lines = Object.entries(known).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key.replaceAll(' ', '\\ ')} = ${value.replace(/[\\\r\n]/g, ' ')}`],
    );
    this.#output.add('environment.properties', Buffer.from(`${lines.join('\n')}\n`));
  }

  #step(
    { text, status, message, attachments, table, docString, repairs: _repairs, leftOut: _leftOut, ...times }: CaseStep,
    id: string,
  ) {
    const sheet = table === undefined ? [] : [this.#file(`${id}-table`, 'Data table', csvOf(table))];
    const letter = docString === undefined ? [] : [this.#file(`${id}-text`, 'Doc string', textOf(docString))];
    return {
      name: text,
      status: STEP_STATUSES[status],
      statusDetails: message === undefined ? {} : { message },
      stage: 'finished',
      ...timesOf(times),
      steps: [],
      attachments: [...sheet, ...letter, ...attachments.map((one, index) => this.#attachment(one, `${id}-${index}`))],
      parameters: [],
    };
  }

  #attachment({ body, contentEncoding, mediaType, fileName }: Attachment, id: string) {
    const bytes = Buffer.from(body, contentEncoding === 'BASE64' ? 'base64' : 'utf8');
    return this.#file(id, fileName ?? 'Left out', {
      bytes,
      type: mediaType,
      extension: EXTENSIONS[mediaType] ?? 'bin',
    });
  }

  #file(id: string, name: string, { bytes, type, extension }: { bytes: Buffer; type: string; extension: string }) {
    const source = `${id}-attachment.${extension}`;
    this.#output.add(source, bytes);
    return { name, source, type };
  }

  #addJson(name: string, value: object): void {
    this.#output.add(name, Buffer.from(JSON.stringify(value)));
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const timesOf = ({ startedAt, ms }: { startedAt: number; ms: number }) => ({
  start: Math.round(startedAt),
  stop: Math.round(startedAt + ms),
});

type AllureStatus = 'passed' | 'failed' | 'broken' | 'skipped';

const STEP_STATUSES: Record<CaseStep['status'], AllureStatus> = {
  PASSED: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  PENDING: 'skipped',
  UNDEFINED: 'skipped',
  AMBIGUOUS: 'broken',
  UNKNOWN: 'broken',
};

interface StatusDetails {
  message?: string;
  trace?: string;
  flaky?: true;
}

/** Allure calls a case broken when it could not be checked. */
function endOf(one: ReportedCase): { status: AllureStatus; statusDetails: StatusDetails } {
  const status = one.badness === 'error' ? 'broken' : STEP_STATUSES[one.status];
  const remarks = one.steps.flatMap(({ repairs, leftOut }) => [...repairs, ...leftOut]).join('\n');
  const flaky = isFlaky(one) ? { flaky: true as const } : {};
  if (status === 'passed')
    return { status, statusDetails: { ...(remarks === '' ? {} : { message: remarks }), ...flaky } };
  const { headline, details } = explainEnd(one);
  return { status, statusDetails: { message: headline, ...(details === headline ? {} : { trace: details }) } };
}

const SEVERITY = /^@(?:severity[:=])?(blocker|critical|normal|minor|trivial)$/i;

const severityOf = (tag: string): string[] => {
  const word = SEVERITY.exec(tag)?.[1];
  return word === undefined ? [] : [word.toLowerCase()];
};

const labelsOf = ({ feature, rule, title, uri, tags, issueKeys, steps }: ReportedCase) =>
  Object.entries({
    feature: [feature],
    story: [rule ?? title],
    suite: [feature],
    ...(rule === undefined ? {} : { subSuite: [rule] }),
    package: [uri],
    tag: [
      ...tags.map(tag => tag.replace(/^@/, '')),
      ...(steps.some(({ repairs }) => repairs.length > 0) ? ['repaired'] : []),
      ...(steps.some(({ leftOut }) => leftOut.length > 0) ? ['incomplete'] : []),
    ],
    issue: issueKeys,
    severity: tags.flatMap(severityOf).slice(0, 1),
    framework: ['steploom'],
    language: ['gherkin'],
  }).flatMap(([name, values]) => values.map(value => ({ name, value })));

const textOf = (text: string) => ({ bytes: Buffer.from(text), type: 'text/plain', extension: 'txt' });

const csvOf = (rows: readonly (readonly string[])[]) => ({
  bytes: Buffer.from(rows.map(cells => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')),
  type: 'text/csv',
  extension: 'csv',
});
