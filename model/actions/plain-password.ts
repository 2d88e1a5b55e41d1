import { describeLocator } from '../locator/describe-locator.ts';
import { literalText } from '../values/template.ts';

const PASSWORD = /pass(word|wort|code|phrase)|kennwort|\bpin\b|\bsecret\b|type=.?password/i;

const namesPassword = (locator: string): boolean => PASSWORD.test(locator) || PASSWORD.test(describeLocator(locator));

export const isPlainPassword = ({ locator, value }: { locator: string; value: string }): boolean =>
  value !== '' && literalText(value) !== undefined && namesPassword(locator);
