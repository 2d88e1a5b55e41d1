/** Functions of expressions that JSONata does not have, as exported code registers them. */
import type { OwnFunction } from '../../model/values/expression-functions.ts';

/** `crypto`: what is imported from Node. */
interface FunctionCode {
  code: string;
  crypto?: readonly string[];
}

const RANDOM_TEXT = 'Array.from({ length }, () => [...characters][randomInt([...characters].length)]).join';

const CODE: Readonly<Record<OwnFunction, FunctionCode>> = {
  totp: {
    code: "(secret: string, { atMs, ...options }: { atMs?: number } = {}) => (secret.startsWith('otpauth:') ? (URI.parse(secret) as TOTP) : new TOTP({ secret, ...options })).generate({ timestamp: atMs })",
  },
  uuid: { code: '() => randomUUID()', crypto: ['randomUUID'] },
  randomInteger: { code: '(least: number, most: number) => randomInt(least, most + 1)', crypto: ['randomInt'] },
  randomText: {
    code: `(length: number, characters = 'abcdefghijklmnopqrstuvwxyz0123456789') => ${RANDOM_TEXT}('')`,
    crypto: ['randomInt'],
  },
  randomEmail: {
    code: "(domain = 'example.com') => ['user-', randomUUID().slice(0, 8), '@', domain].join('')",
    crypto: ['randomUUID'],
  },
  randomFrom: { code: '(list: any[]) => list[randomInt(list.length)]', crypto: ['randomInt'] },
  randomDate: {
    code: '(first: string, last: string) => new Date(randomInt(Date.parse(first), Date.parse(last) + 86_400_000)).toISOString().slice(0, 10)',
    crypto: ['randomInt'],
  },
};

export function functionImports(used: ReadonlySet<OwnFunction>): string[] {
  const fromNode = [...new Set([...used].flatMap(name => CODE[name].crypto ?? []))].toSorted();
  return [
    ...(fromNode.length === 0 ? [] : [`import { ${fromNode.join(', ')} } from 'node:crypto';`]),
    ...(used.has('totp') ? ["import { TOTP, URI } from 'otpauth';"] : []),
  ];
}

/** The function `compute`, by which the exported code evaluates expressions. */
export function computeLines(used: ReadonlySet<OwnFunction>): string[] {
  const start = '/** Expressions of JSONata: https://docs.jsonata.org */';
  if (used.size === 0)
    return [start, 'const compute = (expression: string, names: object) => jsonata(expression).evaluate(names);', ''];
  return [
    start,
    'function compute(expression: string, names: object) {',
    '  const compiled = jsonata(expression);',
    ...[...used].map(name => `  compiled.registerFunction('${name}', ${CODE[name].code});`),
    '  return compiled.evaluate(names);',
    '}',
    '',
  ];
}
