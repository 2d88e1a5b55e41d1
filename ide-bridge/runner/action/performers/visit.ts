/** Performers of actions that load a document, whose status can be checked. */
import type { ActionOf } from '../../../../model/actions/index.ts';
import { fitsStatus } from '../../../../model/values/status.ts';
import { type AnsweredStatus, answeredStatus } from '../../page/answered-status.ts';
import { type Journey, travel } from '../../page/travel.ts';
import { expectedStatus } from '../expected-status.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

export async function visit({ url, expectStatus }: ActionOf<'visit'>, context: PerformContext): Promise<Performed> {
  const { text } = await context.text(url);
  return loaded({ kind: 'visit', url: text, base: context.base() }, expectStatus, context);
}

export const reload = ({ expectStatus }: ActionOf<'reload'>, context: PerformContext): Promise<Performed> =>
  loaded({ kind: 'reload' }, expectStatus, context);

async function loaded(journey: Journey, expectStatus: string | undefined, context: PerformContext): Promise<Performed> {
  const { session, limits } = context;
  const wanted = await expectedStatus(expectStatus, context);
  if (wanted === undefined) {
    await travel(session, journey, limits);
    return PASSED;
  }
  const answered = await answeredStatus(session, journey, limits);
  if (answered !== undefined && fitsStatus(wanted, answered.status)) return PASSED;
  const address = journey.kind === 'visit' ? journey.url : (session.page?.url() ?? 'the page');
  return otherStatus(address, wanted, answered);
}

function otherStatus(address: string, expected: string, answered: AnsweredStatus | undefined): Performed {
  const wanted = `Expected ${address} to be answered with the status ${expected}, but`;
  const by = answered?.isOfWorker ? ', which a service worker of the page gave' : '';
  const message =
    answered === undefined
      ? `${wanted} no server was asked: the browser had the page already.`
      : `${wanted} it is ${answered.status}${by}.`;
  const actual = answered === undefined ? 'none' : String(answered.status);
  return { state: 'failed', error: { message, expected, actual }, isMissing: false };
}
