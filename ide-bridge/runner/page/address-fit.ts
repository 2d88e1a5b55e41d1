import { createContext, Script } from 'node:vm';
import { AppError } from '../../../model/errors/errors.ts';
import { readAddressPattern } from '../../../model/values/address-pattern.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';

export type AddressFit = (address: string) => boolean;

const LOOK = new Script('pattern.test(address)');
const MOST_MS = 200;

/**
 * Compares the addresses of requests with a pattern; relative ones start from the base. A regular expression that goes
 * on and on over an address of the page is given up for good. Errors, of both: `invalid-project` at the field `url`.
 */
export function addressFit(text: string, base: string | undefined): AddressFit {
  const pattern = readAddressPattern(text, base, 'url');
  if (!(pattern instanceof RegExp)) return address => pattern.fits(address);
  const place = { pattern, address: '' };
  const context = createContext(place);
  let givenUp: AppError | undefined;
  return address => {
    if (givenUp !== undefined) throw givenUp;
    place.address = address;
    try {
      return LOOK.runInContext(context, { timeout: MOST_MS }) === true;
    } catch (error) {
      const message = `“${text}” takes too long to compare with ${shownAddress(address)}.`;
      givenUp = new AppError('invalid-project', message, { field: 'url', cause: error });
      throw givenUp;
    }
  };
}
