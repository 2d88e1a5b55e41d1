import type { IncomingMessage } from 'node:http';
import type { Authenticate, Caller } from './authenticate.ts';
import type { People } from './people/people.ts';

/** Who asks for a file: a token, or a person whose page does. Errors: as `Authenticate`. */
export type Identify = (request: IncomingMessage) => Caller;

export const createIdentify =
  (authenticate: Authenticate, people: People): Identify =>
  request => {
    const { authorization } = request.headers;
    const person = authorization === undefined ? people.personOf(request) : undefined;
    if (person !== undefined) return person;
    const { remoteAddress: address, localAddress } = request.socket;
    return authenticate({ authorization, address, localAddress });
  };
