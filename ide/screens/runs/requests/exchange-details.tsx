import { useRead } from '../../../app/queries.ts';
import type { Loaded } from '../../../app/state.ts';
import { sizeText } from '../../../ui/size-text.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { Side } from '../execution/call-details.tsx';
import type { LocatedAction } from '../execution/candidates.tsx';
import {
  type MomentOf,
  readExchange,
  type ShownBody,
  type ShownExchange,
  type ShownRequest,
} from '../execution/use-moment.ts';
import { CopyRequest } from './copy-request.tsx';
import { UseRequest } from './use-request.tsx';

export interface ExchangeDetailsProps {
  request: ShownRequest;
  of: MomentOf;
  action: LocatedAction;
  /** Among the requests of the action. */
  index: number;
  /** What the list is searched for, and bodies with it. */
  sought: string;
}

/** Headers and bodies of a request and its answer, and ways to send it again. */
export function ExchangeDetails({ request, of, action, index, sought }: ExchangeDetailsProps) {
  const exchange = useExchange(of, index);
  const { method, url, type, status, failure } = request;
  if (exchange.phase === 'failed')
    return <p className="flush note">The request could not be loaded: {exchange.message}</p>;
  if (exchange.phase === 'loading') return <SkeletonRows count={4} label="Loading the request" />;
  const { value } = exchange;
  return (
    <>
      <div className="row wrap gap-md">
        <CopyRequest request={{ method, url, ...value.request }} />
        <UseRequest request={request} response={value.response} action={action} />
      </div>
      <Side
        title="Request"
        lead={`${method} ${url}`}
        sought={sought}
        {...contentOf(value.request, 'No body was sent.')}
      />
      {value.response === undefined ? (
        <Side title="Response" lead={unanswered(failure)} headers={undefined} body={undefined} />
      ) : (
        <Side
          title="Response"
          lead={`Status ${status} · ${type}${failure === undefined ? '' : ` · failed: ${failure}`}`}
          sought={sought}
          {...contentOf(value.response, 'No body was kept.')}
        />
      )}
    </>
  );
}

const unanswered = (failure: string | undefined): string =>
  failure === undefined ? 'No response had come when the test ended' : `No response: ${failure}`;

function contentOf({ headers, body }: ShownExchange['request'], none: string) {
  return {
    headers: headers.map(({ name, value }) => `${name}: ${value}`),
    body: body?.text,
    note: body === undefined ? none : noteOf(body),
  };
}

function noteOf({ mediaType, sizeBytes, text, cut }: ShownBody): string | undefined {
  if (text === undefined) return `Not text: ${mediaType}, ${sizeText(sizeBytes)}`;
  if (cut === undefined) return undefined;
  return `${cut.toLocaleString('en')} more characters are left out; the trace has them.`;
}

function useExchange({ projectId, runId, moment }: MomentOf, index: number): Loaded<ShownExchange> {
  return useRead(
    (session, { signal }) => readExchange(session, { projectId, runId, moment }, index, signal),
    [projectId, runId, moment, index],
  ).reply;
}
