import { expect } from 'vitest';

/** A call of the fixture tool that gives its arguments back. */
export const request = (more: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { text: 'x' } },
  ...more,
});
/** The reply to a request that failed, whatever its words. */
export const failure = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String), data: expect.objectContaining({ reason: expect.any(String) }) },
});
/** The reply to a call of a tool. */
export const result = (id: unknown, output: unknown = { text: 'x' }) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text: JSON.stringify(output) }] },
});
