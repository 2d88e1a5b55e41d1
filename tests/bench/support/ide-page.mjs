import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A page of the IDE without a browser around it: tools that need an open IDE find one, and nothing draws beside them. */
export async function openIdePage(link, projectId) {
  const { origin, hash } = new URL(link);
  const signedIn = await fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: hash.replace('#code=', '') }),
  });
  const { session } = await signedIn.json();
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { headers: { origin } });
  await once(socket, 'open');
  // The service may be killed under it.
  socket.on('error', () => {});
  const send = message => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  send({ method: 'session/prove', params: { session } });
  const answered = once(socket, 'message');
  const report = { url: `/p/${projectId}`, tab: 'modules', projectId, selection: {}, isFocused: true };
  send({ method: 'ide/report', params: report });
  send({ id: 1, method: 'ide/hello', params: {} });
  await answered;
}
