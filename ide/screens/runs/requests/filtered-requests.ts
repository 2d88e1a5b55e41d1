import {
  REQUEST_KINDS,
  REQUEST_STATES,
  type RequestKind,
  type RequestState,
  requestKind,
  requestState,
} from '../../../../model/run/request-filter.ts';
import type { ShownRequest } from '../execution/use-moment.ts';

/** Of kinds and states, none means all. */
export interface RequestFilter {
  text: string;
  kinds: readonly RequestKind[];
  states: readonly RequestState[];
}

export const NO_FILTER: RequestFilter = { text: '', kinds: [], states: [] };

export interface ListedRequest {
  request: ShownRequest;
  /** Among all requests of the action. */
  index: number;
}

/** `inBodies`: the positions of those that have the text in a body. */
export function filteredRequests(
  requests: readonly ShownRequest[],
  { text, kinds, states }: RequestFilter,
  inBodies: readonly number[],
): ListedRequest[] {
  const sought = text.trim().toLowerCase();
  return requests
    .map((request, index) => ({ request, index }))
    .filter(
      ({ request, index }) =>
        isAmong(kinds, requestKind(request)) &&
        isAmong(states, requestState(request)) &&
        (wordsOf(request).includes(sought) || inBodies.includes(index)),
    );
}

const isAmong = <Value>(chosen: readonly Value[], value: Value): boolean =>
  chosen.length === 0 || chosen.includes(value);

const wordsOf = (request: ShownRequest): string => `${request.method} ${request.url} ${ending(request)}`.toLowerCase();

export const ending = ({ status, failure }: ShownRequest): string =>
  failure === undefined ? String(status ?? 'no answer') : 'failed';

export const isBad = (request: ShownRequest): boolean => ['refused', 'failed'].includes(requestState(request));

export interface FilterChoice<Value> {
  value: Value;
  title: string;
  /** How many of the requests are of it. */
  count: number;
}

/** What there is to choose between: what some requests are, and what is chosen. */
export function choicesOf(requests: readonly ShownRequest[], { kinds, states }: RequestFilter) {
  return {
    kinds: choices(REQUEST_KINDS, requests.map(requestKind), kinds),
    states: choices(REQUEST_STATES, requests.map(requestState), states),
  };
}

function choices<Value extends string>(
  titles: Readonly<Record<Value, string>>,
  found: readonly Value[],
  chosen: readonly Value[],
): FilterChoice<Value>[] {
  const there = [...new Set([...found, ...chosen])];
  if (there.length < 2 && chosen.length === 0) return [];
  const order = Object.keys(titles);
  return there
    .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    .map(value => ({ value, title: titles[value], count: found.filter(each => each === value).length }));
}
