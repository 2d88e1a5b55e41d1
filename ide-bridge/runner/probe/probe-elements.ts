import { setMaxListeners } from 'node:events';
import type { Page } from 'playwright';
import { type AppError, isAppError } from '../../../model/errors/errors.ts';
import { describeSteps } from '../../../model/locator/describe-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { RunId } from '../../../model/names/codes.ts';
import type { CallOptions, PageElement } from '../../../model/protocol/app-window.ts';
import type { ProbeRequest } from '../../../model/protocol/bridge.ts';
import type { ElementProbe, ProbeAnswer } from '../../../model/protocol/element-probe.ts';
import { elementFault, missingFrame } from '../../browser/elements/element-fault.ts';
import { pageElements } from '../../browser/elements/page-elements.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import { readElementState, stateFault } from '../../browser/reading/element-state.ts';
import { explainRead } from '../../browser/requests/page-failure.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { pageAnswers, untilHanging } from '../../browser/session/hanging-page.ts';
import { ANSWER_LIMIT_MS, noAnswer } from '../../browser/session/page-calls.ts';
import { fillLocator } from '../page/fill-locator.ts';
import { MOST_LOOKED_AT, nearestElements } from '../page/surroundings.ts';
import { outerFrame, scopesOf } from '../run/run-frame.ts';
import type { Evaluator } from '../values/evaluator.ts';
import { isBrittle, SnapshotNames } from './snapshot-names.ts';

const ONE_LIMIT_MS = 5_000;
/** For asking again whether a page answers that did not before. */
const ASKED_AGAIN_MS = 1_000;
const MOST_NAMED = 5;

interface ProbeTools {
  session: AppSession;
  evaluator: Evaluator;
}

type ProbeLimits = Required<Pick<CallOptions, 'signal' | 'timeoutMs'>>;

/** One after the other, within the limit; a page that hangs answers none of them. */
export async function probeElements(
  parts: ProbeTools,
  request: ProbeRequest,
  options: CallOptions,
): Promise<ProbeAnswer[]> {
  const { session } = parts;
  using done = endable(options.signal);
  const { signal } = done;
  const hanging = untilHanging(session, options, signal).then(waitedMs => {
    const silent = unknown(noAnswer(session, waitedMs));
    return request.probes.map(() => silent);
  });
  return await Promise.race([hanging, probeEach(parts, request, { ...options, signal })]);
}

/** Ends with what it is for. */
function endable(signal: AbortSignal): Disposable & { signal: AbortSignal } {
  const end = new AbortController();
  const either = AbortSignal.any([signal, end.signal]);
  setMaxListeners(0, either);
  return { signal: either, [Symbol.dispose]: () => end.abort() };
}

async function probeEach(
  parts: ProbeTools,
  request: ProbeRequest,
  { signal, timeoutMs = ANSWER_LIMIT_MS }: CallOptions,
): Promise<ProbeAnswer[]> {
  const probe = new ElementLookup(parts.session, { signal, timeoutMs: ONE_LIMIT_MS });
  const fill = await fillerOf(parts.evaluator, request, signal);
  const remaining = startClock(timeoutMs);
  const answers: ProbeAnswer[] = [];
  let silence: AppError | undefined;
  const isSilent = async () =>
    silence !== undefined &&
    !(await pageAnswers(parts.session.requirePage(), { signal, timeoutMs: Math.min(ASKED_AGAIN_MS, remaining()) }));
  for (const each of request.probes) {
    if (await isSilent()) {
      answers.push(unknown(silence));
      continue;
    }
    const limits = { signal, timeoutMs: Math.min(ONE_LIMIT_MS, remaining()) };
    const late = () => {
      silence = noAnswer(parts.session, limits.timeoutMs);
      return silence;
    };
    const look = async (inner: AbortSignal) => {
      const locator = await fill(each.locator);
      return 'state' in locator ? locator : await probe.look(locator, each, { ...limits, signal: inner });
    };
    const url = shownAddress(parts.session.page?.url() ?? '');
    answers.push(await withinLimit(look, { ...limits, late }).catch((error: unknown) => unknown(error, url)));
  }
  return answers;
}

const ENDS_ALL: readonly string[] = ['stopped', 'app-not-open', 'browser-lost', 'page-misbehaved'];

/** A fault with one element says nothing about the others. */
function unknown(error: unknown, url = ''): ProbeAnswer {
  const failure = explainRead(error, url);
  if (isAppError(failure) && !ENDS_ALL.includes(failure.kind)) return { state: 'unknown', message: failure.message };
  throw failure;
}

/** Values that only a run would give are unknown. */
async function fillerOf(evaluator: Evaluator, { item, probes, ...plan }: ProbeRequest, signal: AbortSignal) {
  const values = { plan: { ...plan, runId: RUN_TO_COME }, item, variables: {} };
  const needsValues = probes.some(({ locator }) => locator.includes('{{'));
  const frame = needsValues ? await outerFrame(values, evaluator, signal).catch(asUnknown) : undefined;
  return async (text: string): Promise<Locator | ProbeAnswer> => {
    if (frame === undefined || !text.includes('{{')) return parseLocator(text);
    if ('state' in frame) return frame;
    const scopes = scopesOf(values, frame);
    const part = async (template: string) => (await evaluator.evaluateTemplate(template, scopes, { signal })).text;
    return await fillLocator(text, part).catch(asUnknown);
  };
}

const asUnknown = (error: unknown): ProbeAnswer => unknown(error);

const RUN_TO_COME = RunId.parse('r1');

class ElementLookup {
  readonly #session: AppSession;
  readonly #page: Page;
  readonly #shared: ProbeLimits;
  #names: SnapshotNames | undefined;
  #listed: Promise<PageElement[]> | undefined;

  constructor(session: AppSession, shared: ProbeLimits) {
    this.#session = session;
    this.#shared = shared;
    this.#page = session.requirePage();
  }

  async look(locator: Locator, probe: ElementProbe, limits: ProbeLimits): Promise<ProbeAnswer> {
    const found = this.#session.locate(locator, this.#page);
    let matches: number;
    try {
      matches = await found.count();
    } catch (error) {
      return await this.#unreachable(error, locator, limits);
    }
    if (matches === 0) return probe.use === 'any' ? { state: 'looked', matches } : await this.#missing(locator, limits);
    const state = await readElementState(found.first(), { signal: limits.signal, timeout: limits.timeoutMs });
    this.#names ??= await SnapshotNames.read(this.#session, this.#page, this.#shared);
    const own = await this.#names.ofElement(found.first());
    const { tag, text } = state;
    const element = { ...own?.shown, tag, ...(text === '' ? {} : { text }) };
    if (matches > 1 && probe.use !== 'any') {
      const candidates = await this.#names.locatorsOf(found, Math.min(matches, MOST_NAMED));
      const fault = `${matches} elements match ${describeSteps(locator)}; exactly one is needed.`;
      const [better] = candidates;
      return { state: 'looked', matches, element, fault, ...(better === undefined ? {} : { candidates, better }) };
    }
    const reason = stateFault(state, probe.use, probe);
    const better = isBrittle(locator) && matches === 1 ? await own?.locator() : undefined;
    return {
      state: 'looked',
      matches,
      element,
      ...(reason === undefined ? {} : { fault: `The element ${describeSteps(locator)} ${reason}.` }),
      ...(better === undefined || isBrittle(parseLocator(better)) ? {} : { better }),
    };
  }

  async #unreachable(error: unknown, locator: Locator, limits: ProbeLimits): Promise<ProbeAnswer> {
    const fault = await elementFault(this.#session, error, { locator, ...limits });
    if (!isAppError(fault, 'locator-not-found') && !isAppError(fault, 'invalid-params')) throw fault;
    const candidates = fault.detail.facts?.candidates;
    const named = Array.isArray(candidates) ? candidates.filter(text => typeof text === 'string') : [];
    return { state: 'looked', matches: 0, fault: fault.message, ...(named.length === 0 ? {} : { candidates: named }) };
  }

  async #missing(locator: Locator, limits: ProbeLimits): Promise<ProbeAnswer> {
    const query = { interactiveOnly: false, limit: MOST_LOOKED_AT, boxes: false };
    this.#listed ??= pageElements(this.#session, query, this.#shared).then(({ elements }) => elements);
    // If the page cannot be listed, only the candidates are missing.
    const listed = await this.#listed.catch(() => []);
    const candidates = nearestElements(listed, locator);
    const frame = await missingFrame(this.#session, locator, limits).catch(() => undefined);
    const fault = `No element matches ${describeSteps(locator)} on ${this.#page.url()}.`;
    return {
      state: 'looked',
      matches: 0,
      fault: frame === undefined ? fault : `${fault} ${frame}`,
      ...(candidates.length === 0 ? {} : { candidates }),
    };
  }
}
