import { z } from 'zod';
import type { AppError } from '../../model/errors/errors.ts';
import type { ConnectionSettings, Credentials, ServerSignIn } from './ports.ts';
import { type StageFacts, stageFailure } from './stage-failure.ts';
import type { Exchanged, Talk } from './talk.ts';

/** Servers take no more than 16 kB of headers. */
const MOST_CHARACTERS = 12_000;

const Wrapped = z.union([
  z.string(),
  z.object({ access_token: z.string() }).transform(({ access_token }) => access_token),
  z.object({ token: z.string() }).transform(({ token }) => token),
]);

/** Takes a token as a quoted JSON string, as bare text, or as JSON with `token` or `access_token`. */
function readToken(text: string, what: string, facts: StageFacts): string {
  const token = unwrapped(text.trim());
  const refuse = (fault: string) => stageFailure('sign in', `${what} ${fault}`, facts);
  if (token === undefined || token === '' || token.startsWith('<'))
    throw refuse(
      'is none: what came is neither a text nor JSON with "token" or "access_token". Check the authentication URL.',
    );
  if (token.length > MOST_CHARACTERS)
    throw refuse(
      `is ${token.length} characters long, more than the ${MOST_CHARACTERS} that fit a request. Check the authentication URL.`,
    );
  if (!/^[\x21-\x7e]+$/.test(token))
    throw refuse(
      'holds spaces or characters that no request header can carry. Check the authentication URL and the token.',
    );
  return token;
}

function unwrapped(text: string): string | undefined {
  if (!/^["{[]/.test(text)) return text;
  try {
    return Wrapped.safeParse(JSON.parse(text)).data?.trim();
  } catch {
    return undefined;
  }
}

/** Enough to report the length of a token that is too long. */
const TOKEN_ANSWER_BYTES = 2_000_000;

const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` });

export const noSignIn: ServerSignIn = { isActive: false, credentials: async () => ({}) };

export const tokenSignIn = (token: string): ServerSignIn => ({
  isActive: false,
  async credentials() {
    return bearer(readToken(token, 'The token of the settings', { fields: ['token'] }));
  },
});

export function basicSignIn({ clientId = '', clientSecret = '' }: ConnectionSettings): ServerSignIn {
  const value = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return { isActive: false, credentials: async () => ({ authorization: `Basic ${value}` }) };
}

/** Exchanges client ID and secret for a token of a day; `TestManagement` keeps it. */
export function clientCredentials({ authUrl, clientId, clientSecret }: ConnectionSettings): ServerSignIn {
  return {
    isActive: true,
    async credentials(talk) {
      if (authUrl === undefined || !clientId || !clientSecret) throw withoutCredentials(clientId, clientSecret);
      const { answer, isOk, refusal } = await talk.ask(
        {
          method: 'POST',
          url: authUrl,
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: Buffer.from(JSON.stringify({ client_id: clientId, client_secret: clientSecret })),
        },
        { stage: 'sign in', mostBytes: TOKEN_ANSWER_BYTES },
      );
      if (!isOk) throw refusal();
      const { status } = answer;
      const what = `The token that ${authUrl.host} answered`;
      return bearer(readToken(answer.body.toString('utf8'), what, { status, fields: ['authUrl'] }));
    },
  };
}

function withoutCredentials(clientId: string | undefined, clientSecret: string | undefined): AppError {
  const missing = [
    ...(clientId ? [] : [{ field: 'clientId', name: 'CLIENT_ID' } as const]),
    ...(clientSecret ? [] : [{ field: 'clientSecret', name: 'CLIENT_SECRET' } as const]),
  ];
  if (missing.length === 0)
    return stageFailure('sign in', 'there is no address to sign in at. Set authUrl with configureFeatureServer.', {
      fields: ['authUrl'],
    });
  const fields = missing.map(({ field }) => field);
  const names = missing.map(({ name }) => name).join(' and ');
  const them = missing.length === 1 ? 'it' : 'them';
  return stageFailure(
    'sign in',
    `${fields.join(' and ')} not set. Set ${them} with configureFeatureServer, or as ${names} in the environment.`,
    { fields, missing: fields },
  );
}

/** Signs in again, once, when the credentials are refused. */
export async function authorised(
  talk: Talk,
  signIn: ServerSignIn,
  send: (credentials: Credentials) => Promise<Exchanged>,
): Promise<Exchanged> {
  const answered = await send(await signIn.credentials(talk, false));
  if (answered.answer.status !== 401 || !signIn.isActive || !answered.hadCredentials) return answered;
  return send(await signIn.credentials(talk, true));
}
