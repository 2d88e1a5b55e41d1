/** Cookies and stored items that code reads and compares: `expect(cookies.find(one => one.name === 'a')?.value).toBe('b')`. */
import { escapeTemplateForPattern } from '../../model/values/pattern.ts';
import { checkSubject } from './codegen-calls.ts';
import { turnTo } from './codegen-elements.ts';
import { isOfWindow } from './codegen-objects.ts';
import { keyOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  isFunctionNode,
  keptNode,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  type StoredReading,
  textOf,
  variableNode,
} from './codegen-reader.ts';
import { itemRead } from './codegen-storage.ts';
import { expectedText, fieldText, resolved, stringOf, writtenPattern } from './codegen-values.ts';

type CookieCondition = { name?: string; domain?: string };

/** Undefined for what is about something else. */
function storedIn(reader: Reader, given: Node): StoredReading | undefined {
  const node = plainValue(given);
  // What stands for nothing there is taken as not needed.
  if (node.type === 'LogicalExpression') return node.operator === '&&' ? undefined : storedIn(reader, node.left);
  if (node.type === 'Identifier') return keptOf(reader, reader.constants.get(node.name) ?? node)?.stored;
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    const owner = textOf(reader, node.property) === 'value' ? storedIn(reader, node.object) : undefined;
    return owner?.what === 'cookie' ? { ...owner, what: 'text' } : undefined;
  }
  const call = callOf(node);
  return call && calledFor(reader, call);
}

function calledFor(reader: Reader, call: CodegenCall): StoredReading | undefined {
  if (call.name === 'cookies') return cookiesOf(reader, call);
  if (call.name === 'find' || call.name === 'some') return cookieIn(reader, call);
  const read = itemRead(reader, call);
  return read && { what: 'text', ...read };
}

/** `context.cookies()`, of all sites or of the one that is named. */
function cookiesOf(reader: Reader, { owner, args: [site] }: CodegenCall): StoredReading | undefined {
  if (!isOfWindow(reader, owner)) return undefined;
  const domain = URL.parse(stringOf(reader, site) ?? '')?.hostname;
  return { what: 'cookies', page: reader.current, ...(domain === undefined ? {} : { domain }) };
}

function cookieIn(reader: Reader, { owner, args: [test] }: CodegenCall): StoredReading | undefined {
  const cookies = isFunctionNode(test) ? storedIn(reader, owner) : undefined;
  if (cookies?.what !== 'cookies' || !isFunctionNode(test)) return undefined;
  const { page, domain } = cookies;
  let fields: CookieCondition = domain === undefined ? {} : { domain };
  for (const part of conditionsIn(test.body)) {
    const field = cookieField(reader, part, test.params[0]);
    if (field === undefined) return undefined;
    fields = { ...fields, ...field };
  }
  const { name, ...more } = fields;
  return name === undefined ? undefined : { what: 'cookie', page, item: { of: 'cookie', name, ...more } };
}

const conditionsIn = (node: Node): Node[] =>
  node.type === 'LogicalExpression' && node.operator === '&&'
    ? [...conditionsIn(node.left), ...conditionsIn(node.right)]
    : [node];

/** `cookie.name === 'token'`, and the domain as code or exported code compares it. */
function cookieField(reader: Reader, node: Node, parameter: Node | undefined): CookieCondition | undefined {
  const call = callOf(node);
  const [end] = call?.args ?? [];
  if (call?.name === 'endsWith' && parameter?.type === 'Identifier' && end?.type === 'TemplateLiteral') {
    const isDomain = textOf(reader, call.owner) === `\`.\${${parameter.name}.domain}\``;
    const domain = isDomain ? fieldText(reader, end)?.replace(/^\./, '') : undefined;
    return domain === undefined ? undefined : { domain };
  }
  if (node.type !== 'BinaryExpression' || !/^===?$/.test(node.operator)) return undefined;
  const field = fieldOfCookie(reader, node.left, parameter);
  const text = fieldText(reader, node.right);
  return text !== undefined && (field === 'name' || field === 'domain') ? { [field]: text } : undefined;
}

function fieldOfCookie(reader: Reader, node: Node, parameter: Node | undefined): string | undefined {
  if (node.type === 'MemberExpression' && parameter?.type === 'Identifier')
    return textOf(reader, node.object) === parameter.name ? textOf(reader, node.property) : undefined;
  if (node.type !== 'Identifier' || parameter?.type !== 'ObjectPattern') return undefined;
  const found = parameter.properties.find(
    part => part.type === 'ObjectProperty' && part.value.type === 'Identifier' && part.value.name === node.name,
  );
  return found?.type === 'ObjectProperty' ? keyOf(found) : undefined;
}

/** Cookies are kept as what they are, the text of one as a variable. */
export function storedValue(reader: Reader, node: Node, name: string): { value: Node } | undefined {
  const stored = storedIn(reader, node);
  if (stored === undefined) return undefined;
  if (stored.what !== 'text') return { value: keptNode(reader, { stored }) };
  turnTo(reader, stored.page);
  const into = reader.names.fresh(name);
  reader.actions.push({ type: 'storage', ...stored.item, operation: 'read', into });
  return { value: variableNode(reader, into) };
}

/** `expect(…).toBe('dark')` of what is stored. */
export function storedCheck(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  const isNot = owner.type === 'MemberExpression' && textOf(reader, owner.property) === 'not';
  const { subject, fields = {} } = checkSubject(reader, isNot ? owner.object : owner) ?? {};
  const stored = subject && storedIn(reader, subject);
  if (stored === undefined || stored.what === 'cookies') return false;
  const compared = comparedWith(reader, stored, { name, args });
  if (compared === undefined) return false;
  const { expected, isThere = true } = compared;
  turnTo(reader, stored.page);
  reader.actions.push({
    ...{ type: 'storage', ...stored.item, operation: 'check' },
    ...(expected === undefined ? {} : { expected }),
    ...(isNot === isThere ? { not: true } : {}),
    ...fields,
  });
  return true;
}

interface WantedValue {
  expected?: string;
  isThere?: boolean;
}

const EQUAL = /^to(?:Be|Equal|StrictEqual)$/;

function comparedWith(
  reader: Reader,
  { what }: StoredReading,
  { name, args: [first] }: Pick<CodegenCall, 'name' | 'args'>,
): WantedValue | undefined {
  if (name === 'toBeTruthy' || name === 'toBeDefined') return { isThere: true };
  if (name === 'toBeFalsy' || name === 'toBeUndefined' || name === 'toBeNull') return { isThere: false };
  const node = first && resolved(reader, first);
  if (node === undefined) return undefined;
  const isNothing = node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined');
  if (EQUAL.test(name) && isNothing) return { isThere: false };
  if (what === 'cookie')
    return EQUAL.test(name) && node.type === 'BooleanLiteral' ? { isThere: node.value } : undefined;
  const expected = textFor(reader, name, node);
  return expected === undefined ? undefined : { expected };
}

function textFor(reader: Reader, name: string, node: Node): string | undefined {
  if (EQUAL.test(name)) return expectedText(reader, node, false);
  const pattern = name === 'toMatch' ? writtenPattern(reader, node) : undefined;
  const text = name === 'toMatch' || name === 'toContain' ? fieldText(reader, node) : undefined;
  return pattern ?? (text ? `/${escapeTemplateForPattern(text)}/` : undefined);
}
