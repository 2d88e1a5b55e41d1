import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { useAnswer } from '../../app/queries.ts';
import { snapshotOf } from '../../app/state.ts';
import type { ReplyOf } from '../../app/tool-replies.ts';
import type { PlaceOfRequest } from '../../commands/use-request.ts';
import { Hint } from '../../ui/hint.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { ShownRequest } from '../runs/execution/use-moment.ts';
import { ExchangeDetails, type ExchangeSource } from '../runs/requests/exchange-details.tsx';
import { FilterFields } from '../runs/requests/filter-fields.tsx';
import { filteredRequests, NO_FILTER } from '../runs/requests/filtered-requests.ts';
import { RequestRow } from '../runs/requests/request-row.tsx';
import classes from './run-log.module.css';

type LoggedRequest = ReplyOf<'getNetworkLog'>['requests'][number];

const MOST_LISTED = 200;
const AGAIN_MS = 1_500;
/** A call of the page may not be longer, and its text is part of one. */
const MOST_CHARACTERS = 500_000;

/** What the pages of the app window ask the network for, the newest last. */
export function NetworkLog({ place }: { place: ProjectPlace }) {
  const isOpen = useIdeState(state => state.app.isOpen);
  const how = { everyMs: AGAIN_MS, causes: [place.projectId, isOpen] };
  const { reply } = useAnswer('getNetworkLog', { limit: MOST_LISTED }, how);
  if (reply.phase === 'loading') return <SkeletonRows count={4} label="Loading the requests" />;
  if (reply.phase === 'ready' && reply.value.requests.length > 0)
    return <LoggedRequests logged={reply.value.requests} total={reply.value.total} place={place} />;
  if (!isOpen)
    return <Hint title="The app window is closed">Open an address or run a test: its requests are listed here.</Hint>;
  if (reply.phase === 'failed') return <Hint title="The requests could not be read">{reply.message}</Hint>;
  return <Hint title="No requests yet">What the page asks the network for is listed here.</Hint>;
}

interface LoggedRequestsProps {
  logged: readonly LoggedRequest[];
  /** Of which these are the newest. */
  total: number;
  place: ProjectPlace;
}

function LoggedRequests({ logged, total, place }: LoggedRequestsProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const pageUrl = useIdeState(state => state.app.url);
  const { list, onScroll } = useNewestInSight(logged.at(-1)?.number);
  const at = usePlaceForRows(place);
  const requests = logged.map(shownRequest);
  const shown = filteredRequests(requests, filter, []);
  return (
    <section aria-label="Network log" className={`column fill ${classes.network}`}>
      <FilterFields filter={filter} onFilter={setFilter} requests={requests} placeholder="Search addresses" />
      {shown.length === 0 && (
        <p className="flush note" role="status">
          No request matches the filter.{' '}
          <Button size="compact-xs" variant="default" onClick={() => setFilter(NO_FILTER)}>
            Show all
          </Button>
        </p>
      )}
      {total > logged.length && <p className="flush note">{`The newest ${logged.length} of ${total} requests:`}</p>}
      <ul ref={list} onScroll={onScroll} className={`fill scroll plain-list ${classes.requests}`} aria-label="Requests">
        {shown.map(({ request, index }) => (
          <RequestRow key={logged[index]?.number} request={request} pageUrl={pageUrl}>
            <ExchangeDetails request={request} source={sourceOf(logged[index])} at={at} sought="" />
          </RequestRow>
        ))}
      </ul>
    </section>
  );
}

const shownRequest = ({ method, url, type, status, ms, reason }: LoggedRequest): ShownRequest => ({
  ...{ method, url, type, status, ms },
  failure: reason,
});

/** It is read anew once it has ended, and where another window has a request of the same number. */
const sourceOf = ({ number, at, status, ms }: Partial<LoggedRequest> = {}): ExchangeSource => ({
  key: `${number} ${at} ${status} ${ms}`,
  read: (session, signal) =>
    session.call('getNetworkRequest', { number: number ?? 0, maxCharacters: MOST_CHARACTERS }, { signal }),
  pending: 'No response has come yet',
  rest: '.',
});

/** The chosen action of the open test. */
function usePlaceForRows({ testId, actionId }: ProjectPlace): PlaceOfRequest | undefined {
  const testCode = useIdeState(state =>
    testId === undefined ? undefined : snapshotOf(state)?.tests[testId]?.testCode,
  );
  return testCode === undefined ? undefined : { testCode, actionId };
}

/** For whoever looks at the end of the list, unless they read a request there. */
function useNewestInSight(newest: number | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const { current } = list;
    if (newest === undefined || current === null || !isAtEnd.current) return;
    if (current.querySelector('[aria-expanded="true"]') === null) current.scrollTop = current.scrollHeight;
  }, [newest]);
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
  };
  return { list, onScroll };
}

const NEAR_END_PX = 16;
