/** A session that Playwright has: on a tab or on what is in it, or one more on the same, as `newCDPSession` opens. */
export interface RelaySession {
  tabId: number;
  /** The session of a target within the tab; the tab itself has none. */
  childId: string | undefined;
  /** What it may hear of, for one that shares another's: Chrome gives an extension only one session on each tab. */
  share?: SharedSession;
}

interface SharedSession {
  domains: Set<string>;
  bindings: Set<string>;
  /** Scripts for new documents, which go with the session that brought them. */
  scripts: Set<string>;
  isCasting: boolean;
}

export const newShare = (): SharedSession => ({
  domains: new Set(),
  bindings: new Set(),
  scripts: new Set(),
  isCasting: false,
});

const textIn = (params: Readonly<Record<string, unknown>>, name: string): string => {
  const value = params[name];
  return typeof value === 'string' ? value : '';
};

/** Notes what a command has a shared session hear of from then on. */
export function noteCommand(share: SharedSession, method: string, params: Readonly<Record<string, unknown>>): void {
  const [domain = '', name] = method.split('.');
  if (name === 'enable') share.domains.add(domain);
  if (method === 'Runtime.addBinding') share.bindings.add(textIn(params, 'name'));
  if (method === 'Page.startScreencast') share.isCasting = true;
}

/** Whether an event is for a session: some are only for the one that asked for them. */
export function hears(
  session: RelaySession,
  others: readonly RelaySession[],
  event: { method: string; params: Readonly<Record<string, unknown>> },
): boolean {
  const { method, params } = event;
  if (method === 'Runtime.bindingCalled') {
    const name = textIn(params, 'name');
    const isOfShare = others.some(({ share }) => share?.bindings.has(name));
    return session.share === undefined ? !isOfShare : session.share.bindings.has(name);
  }
  if (method === 'Page.screencastFrame') {
    const isOfShare = others.some(({ share }) => share?.isCasting);
    return session.share === undefined ? !isOfShare : session.share.isCasting;
  }
  return session.share === undefined || session.share.domains.has(method.split('.')[0] ?? '');
}
