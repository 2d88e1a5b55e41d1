import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useIdeState } from '../../../app/context.tsx';
import { useRead } from '../../../app/queries.ts';
import type { LocatedAction } from '../execution/candidates.tsx';
import { HappenedSection } from '../execution/happened-section.tsx';
import { findInBodies, keyOf, type Moment, type MomentOf, readExchange } from '../execution/use-moment.ts';
import { ExchangeDetails, type ExchangeSource } from './exchange-details.tsx';
import { FilterFields } from './filter-fields.tsx';
import { filteredRequests, type ListedRequest, NO_FILTER, type RequestFilter } from './filtered-requests.ts';
import { RequestRow } from './request-row.tsx';
import classes from './requests.module.css';

interface RequestsProps {
  moment: Moment;
  action: LocatedAction;
}

/** The requests of an action. The filter stays while somebody goes from action to action. */
export function Requests({ moment: { requests, of, after, before }, action }: RequestsProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const isFiltered = requests.length > 1;
  const applied = isFiltered ? filter : NO_FILTER;
  const { found, isSearching, problem } = useBodySearch(of, applied.text.trim());
  const wanted = useIdeState(({ view }) => view.requestToShow);
  useShowAll(setFilter, wanted !== undefined);
  const shown = filteredRequests(requests, applied, found);
  return (
    <HappenedSection title="Requests" count={requests.length} none="No requests were sent.">
      {isFiltered && <FilterFields filter={filter} onFilter={setFilter} requests={requests} />}
      <p className="flush note" role="status">
        {tally(shown, requests.length, { filter: applied, isSearching })}
      </p>
      {problem !== undefined && <p className="flush note failed">The bodies could not be searched: {problem}</p>}
      {shown.length === 0 && !isSearching && (
        <Button size="compact-xs" variant="default" onClick={() => setFilter(NO_FILTER)}>
          Show all
        </Button>
      )}
      <ul className={`stack plain-list ${classes.list}`}>
        {shown.map(({ request, index }) => (
          <RequestRow
            key={`${keyOf(of)} ${index}`}
            request={request}
            pageUrl={(after ?? before)?.url}
            isWanted={wanted?.method === request.method && wanted.url === request.url}
          >
            <ExchangeDetails request={request} source={sourceOf(of, index)} at={action} sought={applied.text.trim()} />
          </RequestRow>
        ))}
      </ul>
    </HappenedSection>
  );
}

/** `index`: among the requests of the action. */
const sourceOf = (of: MomentOf, index: number): ExchangeSource => ({
  key: `${of.projectId} ${keyOf(of)} ${index}`,
  read: (session, signal) => readExchange(session, of, index, signal),
  pending: 'No response had come when the test ended',
  rest: '; the trace has them.',
});

interface Tally {
  filter: RequestFilter;
  isSearching: boolean;
}

function tally(shown: readonly ListedRequest[], all: number, { filter, isSearching }: Tally): string {
  const { text, kinds, states } = filter;
  if (text.trim() === '' && kinds.length === 0 && states.length === 0) return '';
  if (isSearching) return 'Searching in bodies…';
  return shown.length === 0 ? 'No request matches the filter.' : `${shown.length} of ${all} are shown.`;
}

/** Pause of typing after which the service is asked, in ms. */
const SETTLED_MS = 250;

/** Only the service has the bodies. */
function useBodySearch(of: MomentOf, text: string) {
  const [settled] = useDebouncedValue(text, SETTLED_MS);
  const { projectId, runId, moment } = of;
  const isWanted = settled !== '';
  const { reply } = useRead(
    async (session, { signal }) => ({
      about: `${keyOf(of)} ${settled}`,
      found: await findInBodies(session, of, settled, signal),
    }),
    [projectId, runId, moment, settled],
    { isWanted },
  );
  const isCurrent = reply.phase === 'ready' && reply.value.about === `${keyOf(of)} ${text}`;
  if (text === '') return { found: [], isSearching: false };
  if (reply.phase === 'failed') return { found: [], isSearching: false, problem: reply.message };
  return isCurrent ? { found: reply.value.found, isSearching: false } : { found: [], isSearching: true };
}

/** A request that somebody wants to see is not hidden by a filter. */
function useShowAll(setFilter: (filter: RequestFilter) => void, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) setFilter(NO_FILTER);
  }, [isWanted, setFilter]);
}
