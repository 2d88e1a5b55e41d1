/** Calls the API as a program would. */
import { z } from 'zod';

export interface TestAnswer {
  ok: boolean;
  words: string;
  body?: string;
}

const Answer = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.object({ reason: z.string() }).partial().optional() })
    .optional(),
});

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'getProject', arguments: {} },
};

const CODES: Readonly<Record<number, string>> = {
  [-32700]: 'the request is not valid JSON',
  [-32600]: 'the request is not valid',
  [-32601]: 'there is no such tool',
  [-32602]: 'the arguments are wrong',
  [-32603]: 'a fault of Steploom itself',
};

/** Reasons of error -32000. */
const REASONS: Readonly<Record<string, string>> = {
  unauthorized: 'no access: the token is missing, unknown, expired or revoked, or the API is off',
  forbidden: 'no access: the token does not cover this project',
  'rate-limited': 'too many calls; wait a moment',
  'host-refused': 'this address is not one of the service',
};

/** Calls a read tool. Never throws. */
export async function callApi(url: string, token: string): Promise<TestAnswer> {
  const startedAt = performance.now();
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  try {
    const init = { method: 'POST', credentials: 'omit', headers, body: JSON.stringify(CALL) } as const;
    const response = await fetch(url, init);
    const text = await response.text();
    return answerOf(response.status, text, Math.round(performance.now() - startedAt));
  } catch {
    return { ok: false, words: 'The service does not answer at this address.' };
  }
}

export function answerOf(status: number, text: string, ms: number): TestAnswer {
  const parsed = readJson(text);
  const body = parsed === undefined ? text : JSON.stringify(parsed, undefined, 2);
  const answer = Answer.safeParse(parsed).data;
  if (answer === undefined) return { ok: false, words: `HTTP ${status}, and what came is not JSON-RPC.`, body };
  const { error } = answer;
  if (error === undefined) return { ok: true, words: `The API answers: HTTP ${status} in ${ms} ms.`, body };
  const reason = error.data?.reason ?? '';
  const said = REASONS[reason] ?? CODES[error.code] ?? error.message;
  return { ok: false, words: `Error ${error.code}: ${said} (HTTP ${status}).`, body };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
