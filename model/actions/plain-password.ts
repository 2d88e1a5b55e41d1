import { describeLocator } from '../locator/describe-locator.ts';
import { literalText } from '../values/template.ts';

const PASSWORD = /pass(word|wort|code|phrase)|kennwort|\bpin\b|\bsecret\b|type=.?password/i;

/** Whether a field is one for a password, as far as its locator tells. */
const namesPassword = (locator: string): boolean => PASSWORD.test(locator) || PASSWORD.test(describeLocator(locator));

/** Whether a password is written where everybody reads it, rather than a secret that is named. */
export const isPlainPassword = ({ locator, value }: { locator: string; value: string }): boolean =>
  value !== '' && literalText(value) !== undefined && namesPassword(locator);
