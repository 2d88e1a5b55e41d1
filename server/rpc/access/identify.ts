import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../model/errors/errors.ts';
import type { Authenticate, Caller } from './authenticate.ts';
import { type People, sessionIn } from './people.ts';

/** Who asks for a file: a token, or a person whose page does. Errors: as `Authenticate`. */
export type Identify = (request: IncomingMessage) => Caller;

export const createIdentify =
  (authenticate: Authenticate, people: People): Identify =>
  request => {
    const person = people.personOf(request);
    if (person !== undefined) return person;
    if (sessionIn(request) !== undefined)
      throw new AppError('unauthorized', 'The session is not signed in, or no longer, or not at this address.', {
        next: 'steploom open',
      });
    const { authorization } = request.headers;
    const { remoteAddress: address, localAddress } = request.socket;
    return authenticate({ authorization, address, localAddress });
  };
