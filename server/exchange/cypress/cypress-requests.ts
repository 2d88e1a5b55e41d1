/** `cy.request`, as a call of an API. */
import type { ActionDraft } from '../../../model/exchange/test-drafts.ts';
import { keyOf, optionOf } from '../codegen-patterns.ts';
import type { Node, Reader } from '../codegen-reader.ts';
import { fieldText, resolved, stringOf } from '../codegen-values.ts';
import type { CypressChain, CypressCommand } from './cypress-chain.ts';
import { strangeOption } from './cypress-queries.ts';

export const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

interface RequestParts {
  method: string;
  url: Node | undefined;
  body: Node | undefined;
  options: Node | undefined;
}

function requestParts({ reader }: CypressChain, args: readonly Node[]): RequestParts {
  const [first, second, third] = args;
  const given = first === undefined ? undefined : resolved(reader, first);
  if (given?.type === 'ObjectExpression')
    return {
      method: stringOf(reader, optionOf(given, 'method')) ?? 'GET',
      url: optionOf(given, 'url'),
      body: optionOf(given, 'body'),
      options: given,
    };
  const method = stringOf(reader, first) ?? '';
  if (args.length > 1 && METHOD.test(method)) return { method, url: second, body: third, options: undefined };
  return { method: 'GET', url: first, body: second, options: undefined };
}

const REQUEST_OPTIONS = new Set([
  'method',
  'url',
  'body',
  'headers',
  'failOnStatusCode',
  'log',
  'timeout',
  'followRedirect',
]);

export const request: CypressCommand = (chain, args) => {
  const { reader } = chain;
  const { method, url, body, options } = requestParts(chain, args);
  const address = fieldText(reader, url);
  const strange = strangeOption(options, REQUEST_OPTIONS);
  if (strange !== undefined) return `Its option “${strange}” is not known.`;
  const content = body === undefined ? undefined : bodyText(reader, body);
  const headers = headersOf(reader, optionOf(options, 'headers'));
  if (
    address === undefined ||
    !METHOD.test(method) ||
    headers === undefined ||
    (body !== undefined && content === undefined)
  )
    return 'What it sends is computed by the code.';
  const failing = optionOf(options, 'failOnStatusCode');
  const isAny = failing?.type === 'BooleanLiteral' && !failing.value;
  const action: ActionDraft = {
    type: 'request',
    method: method.toUpperCase(),
    url: address,
    ...headers,
    ...(content === undefined ? {} : { body: content }),
    expectStatus: isAny ? '1xx, 2xx, 3xx, 4xx, 5xx' : '2xx, 3xx',
    ...chain.limit,
  };
  reader.actions.push(action);
  chain.subject = { of: 'response', action, path: [] };
  return undefined;
};

export function headersOf(reader: Reader, node: Node | undefined): object | undefined {
  if (node === undefined) return {};
  const object = resolved(reader, node);
  if (object.type !== 'ObjectExpression') return undefined;
  const pairs = object.properties.map(part => {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    const value = part.type === 'ObjectProperty' ? fieldText(reader, part.value) : undefined;
    return [key ?? '', value] as const;
  });
  return pairs.some(([key, value]) => key === '' || value === undefined)
    ? undefined
    : { headers: Object.fromEntries(pairs) };
}

function bodyText(reader: Reader, node: Node): string | undefined {
  const value = resolved(reader, node);
  return value.type === 'ObjectExpression' || value.type === 'ArrayExpression'
    ? jsonText(reader, value)
    : fieldText(reader, value);
}

function jsonText(reader: Reader, given: Node): string | undefined {
  const node = resolved(reader, given);
  if (node.type === 'NumericLiteral' || node.type === 'BooleanLiteral') return String(node.value);
  if (node.type === 'NullLiteral') return 'null';
  if (node.type === 'ArrayExpression')
    return listText(
      node.elements.map(one => (one === null ? 'null' : jsonText(reader, one))),
      '[]',
    );
  if (node.type !== 'ObjectExpression') {
    const text = fieldText(reader, node);
    return text === undefined ? undefined : JSON.stringify(text);
  }
  const parts = node.properties.map(part => {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    const value = part.type === 'ObjectProperty' ? jsonText(reader, part.value) : undefined;
    return key === undefined || value === undefined ? undefined : `${JSON.stringify(key)}: ${value}`;
  });
  return listText(parts, '{}');
}

const listText = (parts: readonly (string | undefined)[], [open, close]: string): string | undefined =>
  parts.includes(undefined) ? undefined : `${open}${parts.join(', ')}${close}`;
