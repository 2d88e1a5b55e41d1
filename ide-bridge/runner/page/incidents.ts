import { timeoutSignal } from '../../../model/errors/timeout-signal.ts';
import type { FailOn } from '../../../model/project/fail-on.ts';
import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import { type Incident, incidentSentence, isForbidden } from '../../../model/run/incidents.ts';
import type { ActionFailure, FailedRequest } from '../../../model/run/run.ts';
import { shortened, shownAddress } from '../../browser/logs/shown-text.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { isInformative, isThrown } from './page-watch.ts';

const MOST_KEPT = 20;
const MOST_TEXT = 500;
/** How long a test waits at its end for requests that are under way, where one could fail it. */
const REST_MS = 100;
const MOST_REST_MS = 2_000;

/** Errors and failed requests of one item of a run; each is looked at once, after the action that it came with. */
export class Incidents {
  readonly #session: AppSession;
  readonly #failOn: FailOn;
  readonly #kept = new Map<string, Incident>();
  #seen: { errors: number; uncaught: number; requests: number };

  constructor(session: AppSession, failOn: FailOn) {
    this.#session = session;
    this.#failOn = failOn;
    this.#seen = this.#counts();
  }

  /** Each once, the first 20. */
  get kept(): { incidents?: Incident[] } {
    return this.#kept.size === 0 ? {} : { incidents: [...this.#kept.values()] };
  }

  /** The first one since the last question that must not happen. */
  next(): ActionFailure | undefined {
    const { errors, uncaught, requests } = this.#seen;
    const now = this.#counts();
    if (now.errors === errors && now.requests === requests) return undefined;
    const { console, network } = this.#session;
    const thrown = console.uncaught.since(uncaught);
    const written = console.since(errors).filter(entry => isInformative(entry) && isThrown(entry));
    const found = [
      ...thrown.map(ofError('uncaughtError')),
      ...written.filter(entry => !thrown.includes(entry)).map(ofError('consoleError')),
      ...network.failures.since(requests).map(({ failed }) => ofRequest(failed)),
    ].filter(incident => !IS_ICON.test(incident.text));
    this.#seen = now;
    for (const incident of found) this.#keep(incident);
    const forbidden = found.find(incident => isForbidden(incident, this.#failOn));
    return forbidden && { message: incidentSentence(forbidden), incident: forbidden };
  }

  /** As `next`, once what is under way at the end of a test has been answered. Never rejects. */
  async last(signal: AbortSignal): Promise<ActionFailure | undefined> {
    const { page, network } = this.#session;
    const { failedRequests, errorStatuses, uncaughtErrors, consoleErrors } = this.#failOn;
    const matters = failedRequests || errorStatuses || uncaughtErrors || consoleErrors;
    if (matters && page !== undefined) {
      const until = AbortSignal.any([signal, timeoutSignal(MOST_REST_MS)]);
      await network.quiet(page, REST_MS, until).catch(() => {});
    }
    return this.next();
  }

  #counts() {
    const { console, network } = this.#session;
    return { errors: console.count, uncaught: console.uncaught.count, requests: network.failures.count };
  }

  #keep(incident: Incident): void {
    const key = `${incident.kind} ${incident.text} ${incident.status ?? incident.reason ?? ''}`;
    const known = this.#kept.get(key);
    if (known !== undefined) this.#kept.set(key, { ...known, times: known.times + 1 });
    else if (this.#kept.size < MOST_KEPT) this.#kept.set(key, incident);
  }
}

/** Browsers ask for it by themselves. */
const IS_ICON = /^GET https?:\/\/[^/]+\/favicon\.ico(\?|$)/;

const ofError =
  (kind: 'uncaughtError' | 'consoleError') =>
  ({ text }: ConsoleEntry): Incident => ({ kind, text: shortened(text, MOST_TEXT), times: 1 });

const ofRequest = ({ method, url, status, reason }: FailedRequest): Incident => ({
  kind: status === undefined ? 'failedRequest' : 'errorStatus',
  text: `${method} ${shownAddress(url)}`,
  ...(status === undefined ? {} : { status }),
  ...(reason === undefined ? {} : { reason }),
  times: 1,
});
