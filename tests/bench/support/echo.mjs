import { ApiClient } from './api-client.mjs';
import { startChild } from './child.mjs';

/** A bare Express server in a process of its own that parses JSON and sends it back, with a client. */
export async function startEcho() {
  const child = startChild('express-echo.mjs');
  const { url } = await child.first;
  const client = new ApiClient(url);
  return {
    client,
    async close() {
      client.close();
      await child.end('SIGTERM');
    },
  };
}
