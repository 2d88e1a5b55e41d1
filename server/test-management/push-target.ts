import { zipSync } from 'fflate';
import { z } from 'zod';
import { ISSUE_KEY } from '../../model/feature/issue-keys.ts';
import type { FeatureFile } from '../../model/project/features-file.ts';
import { exportSource } from './export-source.ts';
import { formRequest, neverArrived, readAnswer } from './import-sink.ts';
import { type ConnectionSettings, type PushAnswer, type PushTarget, requireUrl } from './ports.ts';
import { authorised } from './sign-in.ts';
import { stageFailure } from './stage-failure.ts';

const ANSWER_BYTES = 20_000_000;
const RESULTS_PATH = /\/import\/execution\/cucumber(\/multipart)?\/?$/;

/** Xray takes features beside the address for results. */
function featureImportUrl({ importUrl }: ConnectionSettings): URL | undefined {
  if (importUrl === undefined || !RESULTS_PATH.test(importUrl.pathname)) return undefined;
  return new URL(importUrl.pathname.replace(RESULTS_PATH, '/import/feature'), importUrl);
}

export const pushTarget = (settings: ConnectionSettings): PushTarget => ({
  url: featureImportUrl(settings),
  async push(talk, signIn, { projectKey, files }) {
    const url = featureImportUrl(settings);
    if (url === undefined)
      throw stageFailure('push', 'there is no address to push to. Set importUrl with configureFeatureServer.', {
        fields: ['importUrl'],
      });
    url.searchParams.set('projectKey', projectKey);
    const request = await formRequest(url, { file: packed(files) });
    const { answer, isOk, refusal } = await authorised(talk, signIn, credentials =>
      talk.ask({ ...request, credentials }, { stage: 'push', mostBytes: ANSWER_BYTES, mayRepeat: neverArrived }),
    );
    if (!isOk) throw refusal();
    const answered = readAnswer(answer, { stage: 'push', what: 'features', mask: text => talk.mask(text) });
    return { url: answer.url, ...answerOf(answered) };
  },
  exported(keys) {
    const url = new URL(requireUrl(settings));
    url.searchParams.delete('filter');
    url.searchParams.set('keys', keys.join(';'));
    url.searchParams.set('fz', 'true');
    return exportSource(url);
  },
});

function packed(files: readonly FeatureFile[]): File {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0)
    return new File([only.text], only.file.slice(only.file.lastIndexOf('/') + 1), { type: 'text/plain' });
  const archive = zipSync(Object.fromEntries(files.map(({ file, text }) => [file, Buffer.from(text)])));
  return new File([Buffer.from(archive)], 'features.zip', { type: 'application/zip' });
}

const Issue = z.looseObject({ key: z.string().regex(ISSUE_KEY) });
const Issues = z.array(Issue).default([]);
const Fault = z.union([z.string(), z.looseObject({}).transform(fault => JSON.stringify(fault))]);

/** Xray Cloud reports each issue; the older API of Xray Server lists only issues. */
const Answer = z.union([
  z.array(Issue).transform(tests => ({ updatedOrCreatedTests: tests, updatedOrCreatedPreconditions: [], errors: [] })),
  z.looseObject({
    updatedOrCreatedTests: Issues,
    updatedOrCreatedPreconditions: Issues,
    errors: z.array(Fault).default([]),
  }),
]);

const MOST_FAULT_CHARACTERS = 500;

function answerOf(answered: unknown): Omit<PushAnswer, 'url'> {
  const { data } = Answer.safeParse(answered);
  if (data === undefined)
    throw stageFailure('push', 'the answer names no tests, so it is not known what became of the features.');
  const keysOf = (issues: readonly { key: string }[]) => [...new Set(issues.map(({ key }) => key))];
  return {
    tests: keysOf(data.updatedOrCreatedTests),
    preconditions: keysOf(data.updatedOrCreatedPreconditions),
    errors: data.errors.map(fault => fault.slice(0, MOST_FAULT_CHARACTERS)),
  };
}
