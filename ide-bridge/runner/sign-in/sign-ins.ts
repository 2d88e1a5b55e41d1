import { isMatcherName, MATCHER_NAMES } from '../../../model/actions/matchers.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { timeoutSignal } from '../../../model/errors/timeout-signal.ts';
import type { BrowserState } from '../../../model/project/browser-state.ts';
import type { AppOpening } from '../../../model/protocol/app-window.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import type { Identity } from '../../../model/protocol/identity.ts';
import type { ActionFailure, ActionResult, SignInResult } from '../../../model/run/run.ts';
import { readState } from '../../browser/session/read-state.ts';
import { checkExpectation } from '../action/check-expectation.ts';
import { failureOf } from '../page/failure.ts';
import { travel } from '../page/travel.ts';
import type { ItemRequest, SignedIn } from '../run/item-request.ts';
import { defaultLimits, performContextOf } from '../run/perform-context-of.ts';
import { runBeside } from '../run/run-actions.ts';
import { outerFrame } from '../run/run-frame.ts';

export type SignInState = { state: BrowserState | undefined } | { failure: ActionFailure };

type RequestFor = (item: PlannedItem) => ItemRequest;

interface Claim {
  itemIndex: number;
  ended: Promise<void>;
  end(): void;
}

/**
 * Each role signs in once per run, in a browser context of its own, also with items side by side. A failed sign-in may
 * be repeated for retries of items.
 */
export class SignIns {
  readonly #outcomes = new Map<Identity, SignInState>();
  readonly #claims = new Map<Identity, Claim>();
  readonly #retried = new Map<Identity, number>();
  readonly #onOutcome: (identity: Identity, outcome: SignInState) => void;

  /** `onOutcome` gets each outcome of a sign-in performed here. */
  constructor(onOutcome: (identity: Identity, outcome: SignInState) => void = () => {}) {
    this.#onOutcome = onOutcome;
  }

  static isNeededFor(identity: Identity | undefined): identity is Identity {
    if (identity === undefined) return false;
    const { signIn, state, check } = identity;
    return state === undefined ? signIn !== undefined : check !== undefined;
  }

  stateOf(identity: Identity): BrowserState | undefined {
    const outcome = this.#outcomes.get(identity);
    return outcome !== undefined && 'state' in outcome ? outcome.state : identity.state;
  }

  knownOf(identity: Identity): SignInState | undefined {
    return this.#outcomes.get(identity);
  }

  opening({ identity, ...opening }: AppOpening): AppOpening {
    return identity === undefined ? opening : { ...opening, identity: { ...identity, state: this.stateOf(identity) } };
  }

  /** Call it in the order of the plan: the first item of a role signs in, those of other windows wait. */
  claim(identity: Identity | undefined, itemIndex: number): void {
    if (!SignIns.isNeededFor(identity) || this.#outcomes.has(identity) || this.#claims.has(identity)) return;
    let end = () => {};
    const ended = new Promise<void>(resolve => {
      end = resolve;
    });
    this.#claims.set(identity, { itemIndex, ended, end });
  }

  /** The item has signed in, or never will. */
  release(identity: Identity | undefined, itemIndex: number): void {
    const claim = identity && this.#claims.get(identity);
    if (identity === undefined || claim?.itemIndex !== itemIndex) return;
    this.#claims.delete(identity);
    claim.end();
  }

  /** Allows another sign-in for a retried item, at most as often as its retries in all. */
  tryAgain({ identity, retries = 0 }: PlannedItem): void {
    const outcome = identity && this.#outcomes.get(identity);
    if (identity === undefined || outcome === undefined || 'state' in outcome) return;
    const retried = this.#retried.get(identity) ?? 0;
    if (retried >= retries) return;
    this.#retried.set(identity, retried + 1);
    this.#outcomes.delete(identity);
  }

  /** Undefined when the item itself has to sign in. */
  async outcomeFor(identity: Identity, itemIndex: number): Promise<SignInState | undefined> {
    for (;;) {
      const known = this.#outcomes.get(identity);
      if (known !== undefined) return known;
      this.claim(identity, itemIndex);
      const claim = this.#claims.get(identity);
      if (claim === undefined || claim.itemIndex === itemIndex) return undefined;
      await claim.ended;
    }
  }

  settle(identity: Identity, outcome: SignInState, itemIndex: number): void {
    this.#outcomes.set(identity, outcome);
    this.release(identity, itemIndex);
  }

  know(identity: Identity, outcome: SignInState | undefined): void {
    if (outcome === undefined) this.#outcomes.delete(identity);
    else this.#outcomes.set(identity, outcome);
  }

  /** Signs in for an item unless that is done. Errors: those of a run that is stopped. */
  async ready(identity: Identity, item: PlannedItem, requestFor: RequestFor, itemIndex = 0): Promise<SignedIn> {
    const known = await this.outcomeFor(identity, itemIndex);
    if (known !== undefined) return { results: [], ...('failure' in known ? { failure: known.failure } : {}) };
    const { outcome, results } = await signIn(identity, item, requestFor);
    this.settle(identity, outcome, itemIndex);
    this.#onOutcome(identity, outcome);
    return { results, ...('failure' in outcome ? { failure: outcome.failure } : {}) };
  }
}

interface SignInOutcome {
  outcome: SignInState;
  results: SignInResult[];
}

async function signIn(identity: Identity, item: PlannedItem, requestFor: RequestFor): Promise<SignInOutcome> {
  const { state, check } = identity;
  if (state !== undefined) {
    if (check === undefined) return { outcome: { state }, results: [] };
    const request = await opened(identity, item, requestFor);
    const fault = await identityFault(check, request, request.plan.appUrl);
    if (fault === undefined) return { outcome: { state }, results: [] };
    await identity.keep?.(undefined);
    if (identity.signIn === undefined)
      return { outcome: { failure: withSource('The state that was kept', fault) }, results: [] };
  }
  const request = await opened({ ...identity, state: undefined }, item, requestFor);
  const result = await performSignIn(identity, request);
  request.signal.throwIfAborted();
  if (result.state !== 'passed') return { outcome: { failure: reasonOf(result) }, results: [result] };
  const made = await readState(request.session, request.signal);
  await identity.keep?.(made);
  return { outcome: { state: made }, results: [result] };
}

async function opened(identity: Identity, item: PlannedItem, requestFor: RequestFor): Promise<ItemRequest> {
  const { plan, session } = requestFor(item);
  const { settings, appUrl, headed, comparesPictures: isWhole } = plan;
  await session.openFresh({ settings, appUrl, headed, isWhole, identity });
  return requestFor(identity.signIn === undefined ? item : { ...identity.signIn, identity });
}

async function performSignIn({ role, check }: Identity, request: ItemRequest): Promise<SignInResult> {
  const { plan, item, evaluator, signal, session } = request;
  const values = { plan, item, variables: {} };
  const shown = { testCode: item.test.testCode, title: item.test.name };
  const result = await runBeside(shown, { ...request, values }, () => outerFrame(values, evaluator, signal));
  const attempt = { ...(role === undefined ? {} : { role }), ...result };
  if (result.state !== 'passed') return attempt;
  await settle(session, signal);
  const fault = check && (await identityFault(check, request));
  if (fault === undefined) return attempt;
  const message = `The sign-in test passed, but the identity check did not: ${fault.message}`;
  return { ...attempt, state: 'failed', error: { ...fault, message } };
}

const QUIET_MS = 500;
const SETTLE_LIMIT_MS = 10_000;

/** Requests of the last action bring the cookies; a page that never rests is not awaited. */
async function settle({ page, network }: ItemRequest['session'], signal: AbortSignal): Promise<void> {
  if (page === undefined) return;
  const limit = AbortSignal.any([signal, timeoutSignal(SETTLE_LIMIT_MS)]);
  await network.quiet(page, QUIET_MS, limit).catch(() => signal.throwIfAborted());
}

const withSource = (what: string, { message, ...rest }: ActionFailure): ActionFailure => ({
  ...rest,
  message: `${what} does not show who is signed in: ${message}`,
});

function reasonOf({
  error,
  actions,
}: {
  error?: ActionFailure | undefined;
  actions?: readonly ActionResult[] | undefined;
}): ActionFailure {
  const bad = actions?.find(({ state }) => state === 'failed' || state === 'error');
  return error ?? (bad === undefined ? { message: 'it ended without a reason' } : reasonOf(bad));
}

/**
 * Looks at the current page, or at the address of the check, else at `url`, within the project's limits for actions.
 * Returns why it does not show a signed-in user. Errors: those of a run that is stopped.
 */
export async function identityFault(
  check: NonNullable<Identity['check']>,
  request: ItemRequest,
  url?: string | undefined,
): Promise<ActionFailure | undefined> {
  const { plan, item, evaluator, signal } = request;
  const { matcher, locator, expected } = check;
  const values = { plan, item, variables: {} };
  const { actionMs, navigationMs } = defaultLimits(plan.settings);
  const limits = { timeoutMs: actionMs, signal };
  try {
    if (!isMatcherName(matcher))
      throw new AppError('invalid-project', `"${matcher}" is not a matcher: ${MATCHER_NAMES.join(', ')}.`);
    const context = performContextOf({ ...request, values }, await outerFrame(values, evaluator, signal), limits);
    const address = check.url ?? url;
    if (address !== undefined) {
      const { text } = await context.text(address);
      const patience = { ...limits, timeoutMs: navigationMs };
      await travel(context.session, { kind: 'visit', url: text, base: context.base() }, patience);
    }
    const mismatch = await checkExpectation({ matcher, ...(locator ? { locator } : {}), expected }, context);
    if (mismatch === undefined) return undefined;
    const { isMissing: _isMissing, log, ...failure } = mismatch;
    return { ...failure, log: [...log] };
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error, signal).failure;
  }
}
