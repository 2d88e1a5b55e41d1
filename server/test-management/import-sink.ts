import { randomBytes } from 'node:crypto';
import { isRecord } from '../../model/values/json-value.ts';
import type { Redactor } from '../../model/values/redactor.ts';
import { beginningOf } from './explain-answer.ts';
import type { HttpAnswer, HttpOutcome, HttpRequest } from './http/exchange.ts';
import type { ResultSink, Results } from './ports.ts';
import { authorised } from './sign-in.ts';
import { stageFailure } from './stage-failure.ts';

const ANSWER_BYTES = 2_000_000;

/** Twice the same results would be two executions: only what surely did not arrive is sent again. */
const neverArrived = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'fault' ? outcome.isUnsent : outcome.status === 429;

/** Takes Cucumber JSON; with facts about the execution as a form of two files. */
export const importSink = (importUrl: URL | undefined, settingsInfo: Results['info']): ResultSink => ({
  async upload(talk, signIn, { report, info = settingsInfo, planKey }) {
    if (importUrl === undefined)
      throw stageFailure('upload', 'there is no address to upload to. Set importUrl with configureFeatureServer.', {
        fields: ['importUrl'],
      });
    const told = planKey === undefined ? info : withPlan(info ?? {}, planKey);
    const request = told === undefined ? plainRequest(importUrl, report) : formRequest(importUrl, report, told);
    const { answer, isOk, refusal } = await authorised(talk, signIn, credentials =>
      talk.ask({ ...request, credentials }, { stage: 'upload', mostBytes: ANSWER_BYTES, mayRepeat: neverArrived }),
    );
    if (!isOk) throw refusal();
    return { status: answer.status, answer: readAnswer(answer, text => talk.mask(text)) };
  },
});

function withPlan(info: NonNullable<Results['info']>, planKey: string) {
  const { xrayFields } = info;
  return { ...info, xrayFields: { ...(isRecord(xrayFields) ? xrayFields : {}), testPlanKey: planKey } };
}

const plainRequest = (url: URL, report: string): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: Buffer.from(report),
});

function formRequest(importUrl: URL, report: string, info: object): HttpRequest {
  const url = new URL(importUrl);
  if (!/\/multipart\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/multipart`;
  const boundary = `steploom-${randomBytes(16).toString('hex')}`;
  const part = (name: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.json"\r\nContent-Type: application/json\r\n\r\n${text}\r\n`;
  const body = `${part('results', report)}${part('info', JSON.stringify(info))}--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' };
  return { method: 'POST', url, headers, body: Buffer.from(body) };
}

/** Errors: `feature-server-failed` for pages to sign in at and the like, which come with status 200. */
function readAnswer(answer: HttpAnswer, mask: Redactor): unknown {
  try {
    return JSON.parse(mask(answer.body.toString('utf8')));
  } catch {
    const what = `The answer ${answer.status} is not JSON, so the results probably did not arrive: check the import URL.`;
    throw stageFailure('upload', `${what} ${beginningOf(answer, mask)}`, { status: answer.status });
  }
}
