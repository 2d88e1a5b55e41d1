/** What is expected of the answer to a request becomes a part of the request. */
import { isNode, type Node } from '../codegen-reader.ts';
import { resolved, stringOf } from '../codegen-values.ts';
import type { ChaiCheck } from './cypress-chai.ts';
import type { CypressChain, CypressSubject } from './cypress-chain.ts';

type Answer = Extract<CypressSubject, { of: 'response' }>;

const EQUAL = new Set(['eq', 'equal', 'equals', 'eql']);

function valueText(chain: CypressChain, node: Node | undefined): string | undefined {
  const value = node === undefined ? undefined : resolved(chain.reader, node);
  if (!isNode(value)) return undefined;
  if (value.type === 'BooleanLiteral' || value.type === 'NumericLiteral') return String(value.value);
  if (value.type === 'NullLiteral') return 'null';
  const text = stringOf(chain.reader, value);
  return text === undefined || text.includes('\uE000') ? undefined : JSON.stringify(text);
}

/** Names of anything but letters are quoted. */
const pathOf = (path: readonly string[]): string => path.map(stepOf).join('').replace(/^\./, '');

function stepOf(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `.\`${name}\``;
}

/** Undefined once the request expects it. */
export function checkResponse(chain: CypressChain, { action, path }: Answer, check: ChaiCheck): string | undefined {
  const { name, isNot, args } = check;
  const [first, second] = args;
  if (EQUAL.has(name) && path.join() === 'status' && !isNot) {
    const status = valueText(chain, first);
    if (status === undefined) return 'Which status it expects is computed by the code.';
    action.expectStatus = status;
    return undefined;
  }
  const expression = path[0] === 'body' ? expressionFor(chain, path, { name, first, second }) : undefined;
  if (expression === undefined) return 'This check of an answer is not one of those that are understood.';
  const whole = isNot ? `$not(${expression})` : expression;
  action.expectBody = typeof action.expectBody === 'string' ? `${action.expectBody} and ${whole}` : whole;
  return undefined;
}

interface Wanted {
  name: string;
  first: Node | undefined;
  second: Node | undefined;
}

function expressionFor(
  chain: CypressChain,
  path: readonly string[],
  { name, first, second }: Wanted,
): string | undefined {
  const value = valueText(chain, first);
  if (name === 'exist') return `$exists(${pathOf(path)})`;
  if (value === undefined) return undefined;
  if (EQUAL.has(name)) return `${pathOf(path)} = ${value}`;
  if (name === 'length' || name === 'lengthOf') return `$count(${pathOf(path)}) = ${value}`;
  if (name === 'property') {
    const field = pathOf([...path, stringOf(chain.reader, first) ?? '']);
    const wanted = valueText(chain, second);
    if (second === undefined) return `$exists(${field})`;
    return wanted === undefined ? undefined : `${field} = ${wanted}`;
  }
  return (name === 'include' || name === 'contain') && value.startsWith('"')
    ? `$contains(${pathOf(path)}, ${value})`
    : undefined;
}
