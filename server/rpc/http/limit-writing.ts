import type { ServerResponse } from 'node:http';

/**
 * Gives up a client that takes nothing of an answer for so long; one that reads slowly gets it all. Until the answer is
 * there, a call may take its time.
 */
export function limitWriting(response: ServerResponse, limitMs: number): void {
  const setLimit = (ms: number) => response.socket?.setTimeout(ms);
  response.once('prefinish', () => setLimit(limitMs));
  // Before Node sets the limit for the next request on the connection.
  response.prependOnceListener('finish', () => setLimit(0));
}
