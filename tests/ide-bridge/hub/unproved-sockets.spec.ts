/** Sockets whose owners have not shown who they are, at both doors: the bridge and the live view. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { BRIDGE_PATH } from '../../../model/protocol/channel/channel.ts';
import { CLOSE_CODES } from '../../../model/protocol/channel/close-codes.ts';
import { LIVE_PATH } from '../../../model/protocol/channel/live.ts';
import { sessionProof } from '../../../model/protocol/channel/session.ts';
import { openIdePage, openProvenSocket, openSocket, signIn } from '../../support/ide-page.ts';
import { linkOf, startTestApp, type TestApp } from '../../support/test-app.ts';

const UNKNOWN = 'x'.repeat(43);
const HELLO = '{"jsonrpc":"2.0","id":1,"method":"ide/hello","params":{}}';
const PATHS = [BRIDGE_PATH, `${LIVE_PATH}?projectId=shop`];

/** How it ends, and what it was told until then. */
async function endOf(socket: WebSocket): Promise<{ code: number; told: string[] }> {
  const told: string[] = [];
  socket.on('message', data => told.push(String(data)));
  const [code] = await once(socket, 'close');
  return { code, told };
}

const SIGNED_OUT = { code: CLOSE_CODES.signedOut, told: [] };

describe('a socket that has proven nothing', () => {
  let app: TestApp;
  let session: string;
  beforeAll(async () => {
    app = await startTestApp({ withIde: false, hubLimits: { proofMs: 1_000, unproved: 5 } });
    session = await signIn(linkOf(app.service));
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const opened = (path: string) => openSocket(app.service.url, path);

  it.each(PATHS)('a socket at %s that stays silent is closed as signed out', async path => {
    expect(await endOf(await opened(path))).toEqual(SIGNED_OUT);
  });

  it.each(
    PATHS.flatMap(path => [
      [path, 'an unknown session', sessionProof(UNKNOWN)],
      [path, 'no session', sessionProof('')],
      [path, 'a request', HELLO],
      [path, 'an input', '{"kind":"move","x":1,"y":1}'],
      [path, 'garbage', '\u0000{'],
      [path, 'nothing', ''],
      [path, 'a list of proofs', `[${sessionProof(UNKNOWN)}]`],
      [path, 'a proof with a __proto__', sessionProof(UNKNOWN).replace('{', '{"__proto__":{"x":1},')],
      [path, 'bytes', Buffer.from(sessionProof(UNKNOWN))],
      [path, 'a message of 900,000 characters', 'x'.repeat(900_000)],
    ]),
  )('a socket at %s whose first message is %s is closed as signed out and told nothing', async (path, _, first) => {
    const socket = await opened(path);
    const ended = endOf(socket);
    socket.send(first);
    // What comes after is not looked at either.
    socket.send(sessionProof(session));
    socket.send(HELLO);
    expect(await ended).toEqual(SIGNED_OUT);
  });

  it.each(PATHS)('a socket at %s that announces much and sends it slowly is closed as signed out', async path => {
    const socket = await opened(path);
    const ended = endOf(socket);
    const trickle = setInterval(() => socket.send('x'.repeat(2_000), { fin: false }), 20);
    expect(await ended).toEqual(SIGNED_OUT);
    clearInterval(trickle);
  });

  it('a proof counts once: what is sent right behind it is served, a second one is misuse', async () => {
    const socket = await openProvenSocket(app.service.url, session);
    socket.send(HELLO);
    expect(String((await once(socket, 'message'))[0])).toContain('"ideId"');
    socket.send(sessionProof(session));
    expect((await endOf(socket)).code).toBe(CLOSE_CODES.misused);
    const other = await openProvenSocket(app.service.url, session);
    const ended = endOf(other);
    other.send(sessionProof(UNKNOWN));
    expect(await ended).toEqual({ code: CLOSE_CODES.misused, told: [] });
  });

  it('many sockets that prove nothing keep nobody out: the oldest of them go', async () => {
    const join = async () => ({ end: endOf(await opened(BRIDGE_PATH)) });
    const crowd = await Promise.all(Array.from({ length: 20 }, join));
    await using page = await openIdePage({ link: linkOf(app.service), projectId: 'shop', session });
    expect(await page.request('project/close', {})).toEqual({});
    const codes = (await Promise.all(crowd.map(({ end }) => end))).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set([CLOSE_CODES.tooMany, CLOSE_CODES.signedOut]));
  });

  it('the service ends while sockets are open that have proven nothing', async () => {
    const other = await startTestApp({ withIde: false, hubLimits: { proofMs: 60_000 } });
    const socket = await openSocket(other.service.url, BRIDGE_PATH);
    const closed = once(socket, 'close');
    await other[Symbol.asyncDispose]();
    await closed;
  });
});
