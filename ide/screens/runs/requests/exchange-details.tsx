import { useRead } from '../../../app/queries.ts';
import type { Session } from '../../../app/session.ts';
import type { PlaceOfRequest } from '../../../commands/use-request.ts';
import { sizeText } from '../../../ui/size-text.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { Side } from '../execution/call-details.tsx';
import type { ShownBody, ShownExchange, ShownRequest } from '../execution/use-moment.ts';
import { CopyRequest } from './copy-request.tsx';
import { UseRequest } from './use-request.tsx';

export interface ExchangeSource {
  /** Another one has it read anew. */
  key: string;
  read(session: Session, signal: AbortSignal): Promise<ShownExchange>;
  /** Said where no response has come. */
  pending: string;
  /** Said of a body behind the number of characters that are left out. */
  rest: string;
}

interface ExchangeDetailsProps {
  request: ShownRequest;
  source: ExchangeSource;
  /** Where rows made of it go; undefined: no test is open. */
  at: PlaceOfRequest | undefined;
  /** What the list is searched for, and bodies with it. */
  sought: string;
}

/** Headers and bodies of a request and its answer, and ways to send it again. */
export function ExchangeDetails({ request, source, at, sought }: ExchangeDetailsProps) {
  const { reply: exchange } = useRead((session, { signal }) => source.read(session, signal), [source.key]);
  const { method, url, type, status, failure } = request;
  if (exchange.phase === 'failed')
    return <p className="flush note">The request could not be loaded: {exchange.message}</p>;
  if (exchange.phase === 'loading') return <SkeletonRows count={4} label="Loading the request" />;
  const { value } = exchange;
  const unanswered = failure === undefined ? source.pending : `No response: ${failure}`;
  return (
    <>
      <div className="row wrap gap-md">
        <CopyRequest request={{ method, url, ...value.request }} />
        <UseRequest request={request} response={value.response} at={at} />
      </div>
      <Side
        title="Request"
        lead={`${method} ${url}`}
        sought={sought}
        {...contentOf(value.request, 'No body was sent.', source.rest)}
      />
      {value.response === undefined ? (
        <Side title="Response" lead={unanswered} headers={undefined} body={undefined} />
      ) : (
        <Side
          title="Response"
          lead={`Status ${status} · ${type}${failure === undefined ? '' : ` · failed: ${failure}`}`}
          sought={sought}
          {...contentOf(value.response, 'No body was kept.', source.rest)}
        />
      )}
    </>
  );
}

function contentOf({ headers, body, reason }: ShownExchange['request'], none: string, rest: string) {
  return {
    headers: headers.map(({ name, value }) => `${name}: ${value}`),
    body: body?.text,
    note: body === undefined ? whyNone(reason, none) : noteOf(body, rest),
  };
}

const whyNone = (reason: string | undefined, none: string): string =>
  reason === undefined ? none : `The body cannot be shown: ${reason}.`;

function noteOf({ mediaType, sizeBytes, text, cut }: ShownBody, rest: string): string | undefined {
  if (text === undefined) return `Not text: ${mediaType}, ${sizeText(sizeBytes)}`;
  if (cut === undefined) return undefined;
  return `${cut.toLocaleString('en')} more characters are left out${rest}`;
}
