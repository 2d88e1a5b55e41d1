import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { z } from 'zod';

interface RelayOptions {
  /** Where requests go. */
  target: string;
  /** Sent along where the client sends none. */
  token?: string;
  /** Hears of every request. */
  onRequest?: (request: { method: string; headers: IncomingHttpHeaders }) => void;
}

const Address = z.object({ port: z.number() });

/**
 * Passes requests on as they come, Host and Origin included, and answers as they are answered.
 * Host is told of the target's port where it names the relay's own, as a client of the target would.
 */
export async function startRelay({ target, token, onRequest }: RelayOptions) {
  const { port: targetPort } = new URL(target);
  const server = createServer((request, response) => {
    const { method = 'GET', headers } = request;
    onRequest?.({ method, headers });
    const translate = (text: string) => text.replace(`:${port}`, `:${targetPort}`);
    const passedOn = {
      ...headers,
      ...(headers.host === undefined ? {} : { host: translate(headers.host) }),
      ...(headers.origin === undefined ? {} : { origin: translate(headers.origin) }),
      ...(token === undefined || headers.authorization !== undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const onward = sendRequest(target, { method, headers: passedOn, agent: false }, reply => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = Address.parse(server.address());
  return {
    url: `http://localhost:${port}/api/mcp`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
