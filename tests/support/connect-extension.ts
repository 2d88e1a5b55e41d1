import WebSocket from 'ws';
import { z } from 'zod';
import {
  EXTENSION_ORIGIN,
  EXTENSION_PATH,
  EXTENSION_PROTOCOL,
  EXTENSION_REQUESTS,
  readPairingCode,
} from '../../model/protocol/channel/extension.ts';
import { sessionProof } from '../../model/protocol/channel/session.ts';

const Hello = z.object({ result: EXTENSION_REQUESTS['extension/hello'].result });
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';

/** A socket as the extension opens it, by a code or a credential: the answer to its hello, or why it was closed. */
export function connectExtension(
  { url }: { url: string },
  proof: string,
  { origin = EXTENSION_ORIGIN, protocol = EXTENSION_PROTOCOL } = {},
) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${EXTENSION_PATH}`, { origin });
  const params = { protocol, release: '0.0.9', userAgent: USER_AGENT };
  socket.on('open', () => {
    socket.send(sessionProof(readPairingCode(proof)?.code ?? proof));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'extension/hello', params }));
  });
  const closed = new Promise<number>(resolve => socket.on('close', resolve));
  const hello = new Promise<z.output<typeof Hello>['result']>((resolve, reject) => {
    socket.on('message', data => {
      const answer = Hello.safeParse(JSON.parse(String(data))).data;
      if (answer !== undefined) resolve(answer.result);
    });
    socket.once('close', code => reject(new Error(`closed: ${code}`)));
    socket.once('error', reject);
  });
  hello.catch(() => {});
  return { socket, hello, closed };
}
