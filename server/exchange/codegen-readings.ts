/** What code reads from a page and compares: `expect(await row.count()).toBe(3)`. */
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { escapeTemplateForPattern } from '../../model/values/pattern.ts';
import { computeCall } from './codegen-computed-here.ts';
import { pageOf } from './codegen-objects.ts';
import {
  type CodegenCall,
  callOf,
  keptOf,
  type Node,
  type PageReading,
  plainValue,
  type Reader,
} from './codegen-reader.ts';
import { expectedText, fieldText, locatorOf, resolved, stringOf, writtenPattern } from './codegen-values.ts';

const ON_ELEMENTS: Readonly<Record<string, Pick<PageReading, 'of'> & { matcher: string }>> = {
  textContent: { of: 'text', matcher: 'toHaveText' },
  innerText: { of: 'text', matcher: 'toHaveText' },
  inputValue: { of: 'value', matcher: 'toHaveValue' },
  count: { of: 'count', matcher: 'toHaveCount' },
  getAttribute: { of: 'attribute', matcher: 'toHaveAttribute' },
  isVisible: { of: 'state', matcher: 'toBeVisible' },
  isHidden: { of: 'state', matcher: 'toBeHidden' },
  isEnabled: { of: 'state', matcher: 'toBeEnabled' },
  isDisabled: { of: 'state', matcher: 'toBeDisabled' },
  isChecked: { of: 'state', matcher: 'toBeChecked' },
  isEditable: { of: 'state', matcher: 'toBeEditable' },
};

const ON_PAGES: Readonly<Record<string, Pick<PageReading, 'of'> & { matcher: string }>> = {
  url: { of: 'url', matcher: 'toHaveURL' },
  title: { of: 'title', matcher: 'toHaveTitle' },
};

function bare(reader: Reader, given: Node): Node {
  const node = resolved(reader, given);
  if (node.type === 'AwaitExpression') return bare(reader, node.argument);
  if (node.type === 'ParenthesizedExpression') return bare(reader, node.expression);
  const call = callOf(node);
  return call?.name === 'catch' || call?.name === 'trim' ? bare(reader, call.owner) : node;
}

export function readingOf(reader: Reader, given: Node): PageReading | undefined {
  const node = bare(reader, given);
  const call = callOf(node);
  if (call === undefined) return keptOf(reader, node)?.reading;
  const page = pageOf(reader, call.owner);
  const onPage = ON_PAGES[call.name];
  if (page !== undefined)
    return onPage === undefined ? undefined : { page, of: onPage.of, fields: { matcher: onPage.matcher } };
  if (call.name === 'evaluate') return scriptReading(reader, call);
  const onElements = ON_ELEMENTS[call.name];
  const found = onElements === undefined ? undefined : locatorOf(reader, call.owner);
  if (onElements === undefined || found === undefined) return undefined;
  const attribute = onElements.of === 'attribute' ? stringOf(reader, call.args[0]) : undefined;
  return {
    page: found.page,
    of: onElements.of,
    fields: {
      matcher: onElements.matcher,
      locator: found.locator,
      ...(attribute === undefined ? {} : { attribute }),
    },
  };
}

const FIELDS_READ: Readonly<Record<string, Pick<PageReading, 'of'> & { matcher: string }>> = {
  textContent: { of: 'text', matcher: 'toHaveText' },
  innerText: { of: 'text', matcher: 'toHaveText' },
  value: { of: 'value', matcher: 'toHaveValue' },
};

/** `field.evaluate(element => element.value)` */
function scriptReading(reader: Reader, { owner, args: [code] }: CodegenCall): PageReading | undefined {
  const found = locatorOf(reader, owner);
  const body = code?.type === 'ArrowFunctionExpression' ? plainValue(code.body) : undefined;
  const property = body?.type === 'MemberExpression' ? body.property : undefined;
  const name = property?.type === 'Identifier' ? property.name : '';
  const read = Object.hasOwn(FIELDS_READ, name) ? FIELDS_READ[name] : undefined;
  if (found === undefined || read === undefined) return undefined;
  return { page: found.page, of: read.of, fields: { matcher: read.matcher, locator: found.locator } };
}

interface ReadingCheck {
  name: string;
  args: readonly Node[];
  isNot: boolean;
}

const EQUALS: readonly string[] = ['toBe', 'toEqual', 'toStrictEqual'];

const containing = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `/${escapeTemplateForPattern(text)}/`;

export function comparedReading(reader: Reader, reading: PageReading, given: ReadingCheck): object | undefined {
  const { of, fields } = reading;
  if (of === 'state') return stateCheck(reader, reading, given);
  if (of === 'count') return countCheck(reader, reading, given);
  const expected = expectedOf(reader, reading, given);
  if (expected === undefined) return undefined;
  return {
    ...fields,
    ...(of === 'text' && given.name === 'toContain' ? { matcher: 'toContainText' } : {}),
    expected,
    ...(given.isNot ? { not: true } : {}),
  };
}

function expectedOf(reader: Reader, { of }: PageReading, { name, args: [first] }: ReadingCheck): string | undefined {
  if (EQUALS.includes(name)) return expectedText(reader, first, of === 'url');
  if (name === 'toMatch') return writtenPattern(reader, first) ?? containing(fieldText(reader, first));
  if (name === 'toContain') return of === 'text' ? fieldText(reader, first) : containing(fieldText(reader, first));
  return name === 'toBeTruthy' && of !== 'attribute' ? '/\\S/' : undefined;
}

function stateCheck(
  reader: Reader,
  { fields }: PageReading,
  { name, args: [first], isNot }: ReadingCheck,
): object | undefined {
  const value = first === undefined ? undefined : resolved(reader, first);
  const given = EQUALS.includes(name) && value?.type === 'BooleanLiteral' ? value.value : undefined;
  const wanted = { toBeTruthy: true, toBeFalsy: false }[name] ?? given;
  return wanted === undefined ? undefined : { ...fields, ...(wanted === isNot ? { not: true } : {}) };
}

function countCheck(
  reader: Reader,
  { fields }: PageReading,
  { name, args: [first], isNot }: ReadingCheck,
): object | undefined {
  const text = stringOf(reader, first);
  if (EQUALS.includes(name))
    return text === undefined ? undefined : { ...fields, expected: text, ...(isNot ? { not: true } : {}) };
  const isSome =
    name === 'toBeTruthy' ||
    (name === 'toBeGreaterThan' && text === '0') ||
    (name === 'toBeGreaterThanOrEqual' && text === '1');
  return isSome ? { ...fields, expected: '0', ...(isNot ? {} : { not: true }) } : undefined;
}

const OPERATORS: Readonly<Record<string, Pick<ReadingCheck, 'name' | 'isNot'>>> = {
  '===': { name: 'toBe', isNot: false },
  '==': { name: 'toBe', isNot: false },
  '!==': { name: 'toBe', isNot: true },
  '!=': { name: 'toBe', isNot: true },
  '>': { name: 'toBeGreaterThan', isNot: false },
  '>=': { name: 'toBeGreaterThanOrEqual', isNot: false },
};

export function conditionOf(reader: Reader, given: Node, isNot = false): (ActionDraft & { page: number }) | undefined {
  const source = computeCall(reader, given)?.source;
  if (source !== undefined) return { type: 'if', page: reader.current, condition: isNot ? `$not(${source})` : source };
  const node = bare(reader, given);
  if (node.type === 'UnaryExpression' && node.operator === '!') return conditionOf(reader, node.argument, !isNot);
  const operator = node.type === 'BinaryExpression' ? OPERATORS[node.operator] : undefined;
  const isCompared = node.type === 'BinaryExpression' && operator !== undefined;
  const reading = readingOf(reader, isCompared ? node.left : node);
  if (reading === undefined) return undefined;
  const check = comparedReading(reader, reading, {
    name: operator?.name ?? 'toBeTruthy',
    args: isCompared ? [node.right] : [],
    isNot: isNot !== (operator?.isNot ?? false),
  });
  return check && { type: 'if', page: reading.page, ...check };
}
