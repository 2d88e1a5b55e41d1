import type { Request, RequestHandler, Response } from 'express';
import { type Page, refusedPage, renderPage } from './layout.ts';
import type { Account, Role, SessionStore, ShopSession } from './session.ts';

const SESSION_COOKIE = 'sample_shop_session';

/** What the pages need of the running shop. */
export interface ShopParts {
  onVisit: OnVisit;
  /** How late the reviews come, in milliseconds. */
  slowMs: number;
  /** Ends waits when the shop closes. */
  closing: AbortSignal;
  now: () => Date;
}

/** One request of one visitor. */
export interface Visit {
  request: Request;
  response: Response;
  session: ShopSession;
  show(page: Page, status?: number): void;
}

export type Action = (visit: Visit) => void | Promise<void>;

/** Turns an action into an express handler. */
export type OnVisit = (action: Action) => RequestHandler;

const sessionIdOf = (request: Request) =>
  request.headers.cookie
    ?.split('; ')
    .find(pair => pair.startsWith(`${SESSION_COOKIE}=`))
    ?.slice(SESSION_COOKIE.length + 1);

export function visitOf(sessions: SessionStore, request: Request, response: Response): Visit {
  const { id, session } = sessions.open(sessionIdOf(request));
  response.cookie(SESSION_COOKIE, id, { httpOnly: true, sameSite: 'lax' });
  const show = (page: Page, status = 200) => {
    const { notice } = session;
    session.notice = undefined;
    response.status(status).set('cache-control', 'no-store').send(renderPage(page, { session, notice }));
  };
  return { request, response, session, show };
}

/** Lets only that role in: others are sent to sign in, or refused with status 403. */
export function onlyFor(role: Role, action: (visit: Visit, account: Account) => void | Promise<void>): Action {
  return visit => {
    const { session, request, response } = visit;
    if (!session.account) {
      const next = request.method === 'GET' ? request.originalUrl : '/';
      return response.redirect(303, `/sign-in?next=${encodeURIComponent(next)}`);
    }
    if (session.account.role !== role) return visit.show(refusedPage(role), 403);
    return action(visit, session.account);
  };
}

/** An address within the shop, to go back to; the first page for anything else. */
export function localPath(address: string | undefined) {
  const base = 'http://shop.invalid';
  if (!address?.startsWith('/') || !URL.canParse(address, base)) return '/';
  const url = new URL(address, base);
  return url.origin === base ? url.pathname + url.search : '/';
}
