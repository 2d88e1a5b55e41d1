import { Checkbox } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { useRead } from '../../../app/queries.ts';
import type { Loaded } from '../../../app/state.ts';
import { durationText } from '../../../parts/run-states.tsx';
import { TreeFilter } from '../../../parts/tree-filter.tsx';
import { ChevronDownIcon, ChevronRightIcon } from '../../../ui/icons.ts';
import { sizeText } from '../../../ui/size-text.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { Side } from './call-details.tsx';
import classes from './happened.module.css';
import {
  keyOf,
  type Moment,
  type MomentOf,
  readExchange,
  type ShownBody,
  type ShownExchange,
  type ShownRequest,
} from './use-moment.ts';

export const Happened = ({ moment }: { moment: Moment }) => (
  <>
    <Requests moment={moment} />
    <Section title="Console" count={moment.console.length} none="Nothing was written to the console.">
      <ul className={`stack plain-list ${classes.lines}`}>
        {moment.console.map(({ level, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page may say the same twice, and nothing is added.
          <li key={index} className={classes.message} data-level={level}>
            <span>{level}</span> <code dir="auto">{text}</code>
          </li>
        ))}
      </ul>
    </Section>
  </>
);

interface SectionProps {
  title: string;
  count: number;
  none: string;
  children: ReactNode;
}

const Section = ({ title, count, none, children }: SectionProps) => (
  <section aria-label={`${title} of this action`}>
    <h3 className={`note bold ${classes.title}`}>
      {title} {count > 0 && <span className="regular">{count}</span>}
    </h3>
    {count === 0 ? <p className="flush note">{none}</p> : children}
  </section>
);

/** So few requests need no filter. */
const MOST_UNFILTERED = 5;

/** The filter stays while somebody goes from action to action. */
function Requests({ moment: { requests, of, after, before } }: { moment: Moment }) {
  const [text, setText] = useState('');
  const [isFailedOnly, setFailedOnly] = useState(false);
  const isFiltered = requests.length > MOST_UNFILTERED;
  const isShown = (request: ShownRequest) =>
    !isFiltered || ((!isFailedOnly || isFailed(request)) && wordsOf(request).includes(text.trim().toLowerCase()));
  const shown = requests.map((request, index) => ({ request, index })).filter(({ request }) => isShown(request));
  return (
    <Section title="Requests" count={requests.length} none="No requests were sent.">
      {isFiltered && (
        <div className={`row wrap ${classes.filter}`}>
          <TreeFilter
            label="Filter requests"
            placeholder="Filter by URL, method or status"
            {...{ text }}
            onText={setText}
          />
          <Checkbox
            size="xs"
            label="Failed only"
            checked={isFailedOnly}
            onChange={event => setFailedOnly(event.currentTarget.checked)}
          />
        </div>
      )}
      {shown.length === 0 && <p className="flush note">No request matches the filter.</p>}
      <ul className={`stack plain-list ${classes.lines}`}>
        {shown.map(({ request, index }) => (
          <Request key={`${keyOf(of)} ${index}`} {...{ request, of, index }} pageUrl={(after ?? before)?.url} />
        ))}
      </ul>
    </Section>
  );
}

const isFailed = ({ status, failure }: ShownRequest): boolean => failure !== undefined || (status ?? 0) >= 400;

const wordsOf = (request: ShownRequest): string => `${request.method} ${request.url} ${ending(request)}`.toLowerCase();

const ending = ({ status, failure }: ShownRequest): string =>
  failure === undefined ? String(status ?? 'no answer') : 'failed';

interface RequestProps {
  request: ShownRequest;
  of: MomentOf;
  index: number;
  pageUrl: string | undefined;
}

function Request({ request, of, index, pageUrl }: RequestProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const { store } = useIde();
  const { method, url, type, ms } = request;
  const isWanted = useIdeState(
    ({ view: { requestToShow: wanted } }) => wanted?.method === method && wanted.url === url,
  );
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    item.current?.scrollIntoView({ block: 'nearest' });
    item.current?.querySelector('button')?.focus({ preventScroll: true });
    store.setView({ requestToShow: undefined });
  }, [isWanted, store]);
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <li ref={item} data-failed={isFailed(request) || undefined}>
      <button
        type="button"
        className={`stack bare ${classes.request}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={12} aria-hidden />
        <span>{method}</span>
        <code className="ellipsis" dir="ltr" title={url}>
          {shortUrl(url, pageUrl)}
        </code>
        <span className="bold one-line">{ending(request)}</span>
        <span className={classes.type}>{type}</span>
        <span className={classes.time}>{ms === undefined ? '' : durationText(ms)}</span>
      </button>
      {isOpen && (
        <div id={id} className={classes.opened}>
          <Exchange {...{ request, of, index }} />
        </div>
      )}
    </li>
  );
}

/** URLs of the page's own origin are shown as paths. */
function shortUrl(url: string, pageUrl = ''): string {
  if (!URL.canParse(url) || !URL.canParse(pageUrl)) return url;
  const { origin } = new URL(pageUrl);
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

function Exchange({ request, of, index }: Omit<RequestProps, 'pageUrl'>) {
  const exchange = useExchange(of, index);
  const { method, url, type, status, failure } = request;
  if (exchange.phase === 'failed')
    return <p className="flush note">The request could not be loaded: {exchange.message}</p>;
  if (exchange.phase === 'loading') return <SkeletonRows count={4} label="Loading the request" />;
  const { value } = exchange;
  return (
    <>
      <Side title="Request" lead={`${method} ${url}`} {...contentOf(value.request, 'No body was sent.')} />
      {value.response === undefined ? (
        <Side title="Response" lead={unanswered(failure)} headers={undefined} body={undefined} />
      ) : (
        <Side
          title="Response"
          lead={`Status ${status} · ${type}${failure === undefined ? '' : ` · failed: ${failure}`}`}
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
  return `${cut.toLocaleString('en')} more characters are not shown; the trace has them.`;
}

function useExchange({ projectId, runId, moment }: MomentOf, index: number): Loaded<ShownExchange> {
  return useRead(
    (session, { signal }) => readExchange(session, { projectId, runId, moment }, index, signal),
    [projectId, runId, moment, index],
  ).reply;
}
