import { AppError } from '../../../model/errors/errors.ts';
import type { CallOptions } from '../../../model/protocol/app-window.ts';
import type { PlannedItem, RunPlan, RunSink } from '../../../model/protocol/bridge.ts';
import type { Identity, SignInAttempt } from '../../../model/protocol/identity.ts';
import { navigate } from '../../browser/navigate/navigate-page.ts';
import { resolveAddress } from '../../browser/requests/navigation-policy.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { readTitle } from '../../browser/session/page-calls.ts';
import { readState } from '../../browser/session/read-state.ts';
import { failureOf } from '../page/failure.ts';
import { PageWatch } from '../page/page-watch.ts';
import type { ItemRequest } from '../run/item-request.ts';
import { OPEN_GATE } from '../run/item-request.ts';
import { LiveContent } from '../run/node-walk.ts';
import { runBeside } from '../run/run-actions.ts';
import { outerFrame } from '../run/run-frame.ts';
import type { Evaluator } from '../values/evaluator.ts';
import { identityFault, SignIns } from './sign-ins.ts';

interface TrialRequest {
  own: AppSession;
  window: AppSession;
  evaluator: Evaluator;
  plan: RunPlan;
}

/** Nothing of an attempt is stored. */
const NOWHERE: RunSink = {
  progress: () => {},
  console: () => {},
  picture: async name => name,
  file: async name => name,
  conceal: () => {},
  concealWord: () => {},
  finished: async () => {},
};

/** Always signs in anew, and checks it. Errors: see `Bridge.signIn`. */
export async function trySignIn(parts: TrialRequest, { signal }: CallOptions): Promise<SignInAttempt> {
  const { plan, own } = parts;
  const [item] = plan.items;
  const identity = item?.identity;
  if (item === undefined || identity === undefined) throw new AppError('internal', 'The plan signs nobody in.');
  const requestFor = (asked: PlannedItem): ItemRequest => ({
    ...parts,
    item: asked,
    itemIndex: 0,
    session: own,
    watch: new PageWatch(own),
    sink: NOWHERE,
    signal,
    live: new LiveContent(plan.content),
    gate: OPEN_GATE,
    onAction: () => {},
    onResult: () => {},
  });
  const attempt = await signInAnew({ ...parts, item, requestFor, signal }, identity);
  const shown = own.page === undefined ? {} : await readTitle(own.page).catch(() => ({}));
  return { ...shown, ...attempt };
}

interface SignInTrial extends TrialRequest {
  item: PlannedItem;
  requestFor(item: PlannedItem): ItemRequest;
  signal: AbortSignal;
}

async function signInAnew(trial: SignInTrial, identity: Identity): Promise<SignInAttempt> {
  const { item, requestFor, window, signal } = trial;
  if (identity.signIn !== undefined) {
    await endKept(trial, identity);
    const signIns = new SignIns();
    const anew = { ...identity, state: undefined };
    const { results, failure } = await signIns.ready(anew, item, requestFor);
    return { result: results[0], state: signIns.stateOf(anew), failure };
  }
  const isTaken = identity.state === undefined && identity.keep !== undefined;
  if (isTaken && window.page === undefined)
    throw new AppError('app-not-open', 'Without a sign-in test the app window is taken as it is, and it is not open.', {
      next: 'navigateUrl, sign in there, then tryAuth',
    });
  const state = isTaken ? await readState(window, signal) : identity.state;
  const failure = await faultOf(trial, { ...identity, state });
  if (failure === undefined && isTaken) await identity.keep?.(state);
  return { failure };
}

/** Signs the kept state out on the server first; a failure of that is ignored. */
async function endKept({ requestFor, own, plan, evaluator, signal }: SignInTrial, identity: Identity): Promise<void> {
  const { signOut, state } = identity;
  if (signOut === undefined || state === undefined) return;
  const { settings, appUrl, headed } = plan;
  await own.openFresh({ settings, appUrl, headed, identity });
  const item = { ...signOut, identity };
  const values = { plan, item, variables: {} };
  const shown = { testCode: signOut.test.testCode, title: signOut.test.name };
  await runBeside(shown, { ...requestFor(item), values }, () => outerFrame(values, evaluator, signal));
  signal.throwIfAborted();
  await identity.keep?.(undefined);
}

const REFUSED = [401, 403];

async function faultOf({ item, requestFor, own, plan, signal }: SignInTrial, identity: Identity) {
  const { settings, appUrl, headed } = plan;
  const opening = { settings, appUrl, headed, identity };
  await own.openFresh(opening);
  const { check } = identity;
  if (check !== undefined) return identityFault(check, requestFor({ ...item, identity }), appUrl);
  if (appUrl === undefined) return { message: 'The project has no app address, so there is no page to look at.' };
  try {
    const address = resolveAddress(appUrl, undefined, own.forbiddenOrigins);
    const { status } = await navigate(own, address, opening, { signal });
    if (status === undefined || !REFUSED.includes(status)) return undefined;
    return { message: `${appUrl} answers with ${status}: it does not accept who is signed in.` };
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error, signal).failure;
  }
}
