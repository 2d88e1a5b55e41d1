/** What a test that checks requests needs of them from its beginning on. */
import type { Request } from 'playwright';
import type { Action, ActionOf } from '../../../model/actions/index.ts';
import { hooksAround } from '../../../model/project/references.ts';
import { regexOf } from '../../../model/values/address-pattern.ts';
import { isPatternTemplate } from '../../../model/values/pattern.ts';
import { expressionSpans } from '../../../model/values/template.ts';
import { keepBodiesOfPages } from '../../browser/session/durable-bodies.ts';
import { type AddressFit, addressFit } from '../page/address-fit.ts';
import type { ItemRequest } from './item-request.ts';
import { withPlugged } from './needed-ahead.ts';

const NOTHING: Disposable = { [Symbol.dispose]: () => {} };

/**
 * Call it when an item begins in its window, and dispose it at the end. Bodies of answers that a row may ask for are kept
 * meanwhile; without such a row nothing is.
 */
export async function noteRequests({ session, item, live, signal }: ItemRequest): Promise<Disposable> {
  const { network, context } = session;
  network.sent.begin();
  const { module, test } = item;
  const { before, after } = hooksAround(module, test.testCode);
  const hooks = [before, after].flatMap(code => (code === undefined ? [] : (live.now.test(code) ?? [])));
  const checks = withPlugged([test, ...hooks], live.now).flatMap(({ actions }) => actions.flatMap(bodyCheck));
  if (checks.length === 0 || context === undefined) return NOTHING;
  const wanted = checks.map(wantedBy);
  const read = network.bodies.keep(context, request => wanted.some(isWanted => isWanted(request)));
  const kept = await keepBodiesOfPages(context, signal);
  return {
    [Symbol.dispose]: () => {
      kept[Symbol.dispose]();
      read[Symbol.dispose]();
    },
  };
}

function bodyCheck(action: Action): ActionOf<'expectRequest'>[] {
  if (action.type !== 'expectRequest' || action.disabled) return [];
  return action.into === undefined && action.expression === undefined ? [] : [action];
}

/** Before the values in a pattern are known, anything may be in their place, and at any server. */
function wantedBy({ url, method }: ActionOf<'expectRequest'>): (request: Request) => boolean {
  const fits = orAny(() => fitAhead(url));
  return request => (method === undefined || request.method() === method) && fits(request.url());
}

function fitAhead(template: string): AddressFit {
  const open = withHoles(template, isPatternTemplate(template) ? '.*' : '**');
  const isWhole = /^(?:\*|[a-z][a-z\d+.-]*:)/i.test(open) || regexOf(open) !== undefined;
  const fits = addressFit(isWhole ? open : `**${open.replace(/^[./]*/, '/')}`, undefined);
  return address => {
    try {
      return fits(address);
    } catch {
      // The row itself tells that its pattern takes too long.
      return false;
    }
  };
}

/** A pattern that cannot be read is told of by its row. */
function orAny(read: () => AddressFit): AddressFit {
  try {
    return read();
  } catch {
    return () => true;
  }
}

function withHoles(template: string, hole: string): string {
  let text = '';
  let at = 0;
  for (const { start, end } of expressionSpans(template)) {
    text += template.slice(at, start) + hole;
    at = end;
  }
  return text + template.slice(at);
}
