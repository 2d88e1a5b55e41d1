import type { Stage } from '../../model/project/feature-server.ts';
import type { Redactor } from '../../model/values/redactor.ts';
import { beginningOf } from './explain-answer.ts';
import type { HttpAnswer, HttpOutcome, HttpRequest } from './http/exchange.ts';
import type { ResultSink } from './ports.ts';
import { authorised } from './sign-in.ts';
import { stageFailure } from './stage-failure.ts';

const ANSWER_BYTES = 2_000_000;

/** Sending results twice makes two executions, so only what certainly did not arrive is sent again. */
export const neverArrived = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'fault' ? outcome.isUnsent : outcome.status === 429;

/** Sends Cucumber JSON; with `info`, as a form of two files. */
export const importSink = (importUrl: URL | undefined): ResultSink => ({
  addressFor: ({ info }) => (info === undefined || importUrl === undefined ? importUrl : formUrl(importUrl)),
  async upload(talk, signIn, { report, info }) {
    if (importUrl === undefined)
      throw stageFailure('upload', 'there is no address to upload to. Set importUrl with configureFeatureServer.', {
        fields: ['importUrl'],
      });
    const request = info === undefined ? plainRequest(importUrl, report) : await withInfo(importUrl, report, info);
    const { answer, isOk, refusal } = await authorised(talk, signIn, credentials =>
      talk.ask({ ...request, credentials }, { stage: 'upload', mostBytes: ANSWER_BYTES, mayRepeat: neverArrived }),
    );
    if (!isOk) throw refusal();
    return {
      url: answer.url,
      status: answer.status,
      answer: readAnswer(answer, { stage: 'upload', what: 'results', mask: text => talk.mask(text) }),
    };
  },
});

const plainRequest = (url: URL, report: string): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: Buffer.from(report),
});

function formUrl(importUrl: URL): URL {
  const url = new URL(importUrl);
  if (!/\/multipart\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/multipart`;
  return url;
}

function withInfo(importUrl: URL, report: string, info: object): Promise<HttpRequest> {
  const url = formUrl(importUrl);
  const json = (name: string, text: string) => new File([text], `${name}.json`, { type: 'application/json' });
  return formRequest(url, { results: json('results', report), info: json('info', JSON.stringify(info)) });
}

export async function formRequest(url: URL, files: Readonly<Record<string, File>>): Promise<HttpRequest> {
  const form = new FormData();
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  const packed = new Response(form);
  const headers = { 'content-type': packed.headers.get('content-type') ?? '', accept: 'application/json' };
  return { method: 'POST', url, headers, body: Buffer.from(await packed.arrayBuffer()) };
}

interface Read {
  stage: Stage;
  what: string;
  mask: Redactor;
}

/** Errors: `feature-server-failed` for an answer that is not JSON, such as a login page with status 200. */
export function readAnswer(answer: HttpAnswer, { stage, what, mask }: Read): unknown {
  try {
    return JSON.parse(mask(answer.body.toString('utf8')));
  } catch {
    const fault = `The answer ${answer.status} is not JSON, so the ${what} probably did not arrive: check the import URL.`;
    throw stageFailure(stage, `${fault} ${beginningOf(answer, mask)}`, { status: answer.status });
  }
}
