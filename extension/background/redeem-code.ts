import { CLOSE_CODES } from '../../model/protocol/channel/close-codes.ts';
import { readPairingCode } from '../../model/protocol/channel/extension.ts';
import type { KeptPairing } from './kept-pairings.ts';
import { sayHello } from './service-connection.ts';
import { ServiceSocket } from './service-socket.ts';

const LIMIT_MS = 10_000;

/** What a one-time code is exchanged for. Errors: in plain words. */
export async function redeemCode(text: string): Promise<KeptPairing> {
  const read = readPairingCode(text);
  if (read === undefined)
    throw new Error(
      'That is no pairing code: it looks like 127.0.0.1:4620/ABCD-2345. Copy it from Settings › Extension.',
    );
  const { origin: address, code } = read;
  return await new Promise((resolve, reject) => {
    const fail = (problem: string) => {
      clearTimeout(late);
      socket.close();
      reject(new Error(problem));
    };
    const late = setTimeout(() => fail(notRunning(address)), LIMIT_MS);
    const nothing = () => Promise.reject(new Error('Nothing is lent yet.'));
    const socket: ServiceSocket = new ServiceSocket({
      address,
      proof: code,
      onRequest: nothing,
      onNotice: () => {},
      onOpen: () => {
        sayHello(socket).then(
          ({ credential, project }) => {
            if (credential === undefined) return fail(`What answers at ${address} gave nothing for the code.`);
            clearTimeout(late);
            socket.close();
            resolve({ address, credential, project });
          },
          () => {},
        );
      },
      onClose: closed => fail(closed === CLOSE_CODES.signedOut ? WRONG_CODE : notRunning(address)),
    });
  });
}

const WRONG_CODE = 'The code is wrong, was used already, or is too old. Get a new one in Steploom.';

const notRunning = (address: string): string => `Steploom does not answer at ${address}. Is it running there?`;
