import { byNearness } from '../errors/nearest.ts';
import { type ExpressionToken, tokensOf } from './expression-tokens.ts';

/** Of JSONata 2.2, without `$`. */
const OF_JSONATA =
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains replace split join formatNumber formatBase formatInteger parseInteger number floor ceil round abs sqrt power random boolean not map zip filter single reduce sift keys lookup append exists spread merge reverse each error assert type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl eval toMillis fromMillis clone now millis'.split(
    ' ',
  );

const OWN = ['totp', 'uuid', 'randomInteger', 'randomText', 'randomEmail', 'randomFrom', 'randomDate'] as const;
export type OwnFunction = (typeof OWN)[number];

const MOST_NAMED = 3;

/** A sentence without full stop about the first function that there is not; those that an expression makes are its own. */
export function unknownFunction(source: string): string | undefined {
  const tokens = tokensOf(source);
  const given = new Set(
    tokens.flatMap((token, at) => (isVariable(token) && !isCalled(tokens, at) ? [token.text] : [])),
  );
  const known = new Set([...OF_JSONATA, ...OWN, ...given]);
  const unknown = tokens.find((token, at) => isVariable(token) && isCalled(tokens, at) && !known.has(token.text))?.text;
  if (unknown === undefined) return undefined;
  const near = byNearness(unknown, [...OWN, ...OF_JSONATA]).slice(0, MOST_NAMED);
  return `no function is called $${unknown}; there are ${near.map(name => `$${name}`).join(', ')}`;
}

/** Those that JSONata itself does not have. */
export function ownFunctionsIn(source: string): OwnFunction[] {
  const names = new Set(tokensOf(source).flatMap(token => (isVariable(token) ? [token.text] : [])));
  return OWN.filter(name => names.has(name));
}

/** `$` and `$$` are places in the data. */
const isVariable = ({ kind, text }: ExpressionToken): boolean => kind === 'variable' && /^[^$]/.test(text);

const isCalled = (tokens: readonly ExpressionToken[], at: number): boolean => {
  const next = tokens[at + 1];
  return next?.kind === 'operator' && next.text === '(';
};
