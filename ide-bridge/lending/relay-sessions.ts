/** A session of Playwright on a tab or something in it, or a further one on the same, as `newCDPSession` opens. */
export interface RelaySession {
  tabId: number;
  childId: string | undefined;
  /** What a shared session may receive: Chrome gives an extension only one session on each tab. */
  share?: SharedSession;
}

interface SharedSession {
  domains: Set<string>;
  bindings: Set<string>;
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

/** Records which events a command enables for a shared session. */
export function noteCommand(share: SharedSession, method: string, params: Readonly<Record<string, unknown>>): void {
  const [domain = '', name] = method.split('.');
  if (name === 'enable') share.domains.add(domain);
  if (method === 'Runtime.addBinding') share.bindings.add(textIn(params, 'name'));
  if (method === 'Page.startScreencast') share.isCasting = true;
}

/** Some events are only for the session that asked for them. */
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
