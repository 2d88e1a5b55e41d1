/** Checks by axe-core: `expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])`. */
import type * as ast from '@babel/types';
import {
  ACCESSIBILITY_STANDARDS,
  DEFAULT_STANDARD,
  FINDING_IMPACTS,
  impactsFrom,
  STANDARD_NAMES,
} from '../../model/actions/accessibility-rules.ts';
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { turnTo } from './codegen-elements.ts';
import { pageOf } from './codegen-objects.ts';
import { optionOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  keptNode,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  textOf,
} from './codegen-reader.ts';
import { withReason } from './codegen-settle.ts';
import { locatorOf, locatorText, resolved, stringOf } from './codegen-values.ts';

/** What exported code marks elements with that no selector leads to. */
const MARKED = /^\[data-(?:checked|left-out)\d*\]$/;
const MARKING = /^all => all\.forEach\(each => each\.setAttribute\('(data-(?:checked|left-out)\d*)', ''\)\)$/;

interface Chain {
  page: number;
  calls: CodegenCall[];
}

/** `new AxeBuilder({ page }).include('#nav').analyze()`: what it found, which is checked once that is expected. */
export function scanned(reader: Reader, node: Node): { value: Node } | undefined {
  const call = callOf(plainValue(node));
  // A builder is kept as it is written, until it is told to look.
  if (call?.name !== 'analyze') return chainOf(reader, node) && { value: node };
  const chain = chainOf(reader, call.owner);
  const check = chain && checkOf(reader, chain);
  if (check === undefined) return undefined;
  const violations = keptNode(reader, { accessibility: { page: check.page, draft: check.draft } });
  if (violations.type !== 'Identifier') return undefined;
  const key: ast.Identifier = { type: 'Identifier', name: 'violations' };
  return {
    value: {
      type: 'ObjectExpression',
      properties: [{ type: 'ObjectProperty', key, value: violations, computed: false, shorthand: false }],
    },
  };
}

/** Of names that stand for each other. */
const MOST_NAMES = 5;

function chainOf(reader: Reader, owner: Node, names = 0): Chain | undefined {
  const calls: CodegenCall[] = [];
  let node = owner;
  for (let call = callOf(node); call !== undefined; call = callOf(node)) {
    calls.unshift(call);
    node = call.owner;
  }
  const start = node.type === 'Identifier' ? (reader.constants.get(node.name) ?? node) : node;
  if (start !== node && callOf(start) !== undefined) {
    const before = names < MOST_NAMES ? chainOf(reader, start, names + 1) : undefined;
    return before && { ...before, calls: [...before.calls, ...calls] };
  }
  if (start.type !== 'NewExpression' || textOf(reader, start.callee).replace(/^.*\./, '') !== 'AxeBuilder')
    return undefined;
  const [given] = start.arguments;
  const named = given && optionOf(resolved(reader, given), 'page');
  const page = named && pageOf(reader, named);
  return page === undefined ? undefined : { page, calls };
}

type FieldsOfCall = (reader: Reader, args: readonly Node[]) => Partial<CheckParts> | undefined;

interface CheckParts {
  tags: string[];
  include: string[];
  exclude: string[];
  disabledRules: string[];
}

const onePart =
  (part: 'include' | 'exclude'): FieldsOfCall =>
  (reader, [selector]) => {
    const locator = locatorIn(reader, selector);
    return locator === undefined ? undefined : { [part]: [locator] };
  };

const listPart =
  (part: 'tags' | 'disabledRules'): FieldsOfCall =>
  (reader, [list]) => {
    const texts = textsIn(reader, list);
    return texts === undefined ? undefined : { [part]: texts };
  };

const CALLS: Readonly<Record<string, FieldsOfCall>> = {
  include: onePart('include'),
  exclude: onePart('exclude'),
  withTags: listPart('tags'),
  disableRules: listPart('disabledRules'),
  setLegacyMode: () => ({}),
};

function checkOf(reader: Reader, { page, calls }: Chain): { page: number; draft: ActionDraft } | undefined {
  const parts: CheckParts = { tags: [], include: [], exclude: [], disabledRules: [] };
  for (const { name, args } of calls) {
    const given = Object.hasOwn(CALLS, name) ? CALLS[name]?.(reader, args) : undefined;
    if (given === undefined) {
      withReason(reader, `A check of accessibility takes no ${name}(…) like this.`);
      return undefined;
    }
    if (given.tags !== undefined) parts.tags = given.tags;
    if (given.disabledRules !== undefined) parts.disabledRules = given.disabledRules;
    parts.include.push(...(given.include ?? []));
    parts.exclude.push(...(given.exclude ?? []));
  }
  const [first, ...others] = parts.include;
  const standard = standardOf(parts.tags);
  return {
    page,
    draft: {
      type: 'checkAccessibility',
      ...(standard === DEFAULT_STANDARD ? {} : { standard }),
      ...(first === undefined ? {} : { locator: others.reduce((all, other) => `${all}.or(${other})`, first) }),
      ...(parts.exclude.length === 0 ? {} : { exclude: parts.exclude }),
      ...(parts.disabledRules.length === 0 ? {} : { disabledRules: parts.disabledRules }),
    },
  };
}

/** The least that has all rules of these tags; without any, axe-core checks best practices too. */
function standardOf(tags: readonly string[]): string {
  if (tags.length === 0) return 'best-practice';
  const wide = STANDARD_NAMES.filter(name => {
    const own: readonly string[] = ACCESSIBILITY_STANDARDS[name].tags;
    return tags.every(tag => own.includes(tag));
  });
  const [least] = wide.toSorted(
    (one, other) => ACCESSIBILITY_STANDARDS[one].tags.length - ACCESSIBILITY_STANDARDS[other].tags.length,
  );
  return least ?? DEFAULT_STANDARD;
}

/** Of several selectors, all but the last lead to frames. */
function locatorIn(reader: Reader, node: Node | undefined): string | undefined {
  const texts = textsIn(reader, node);
  if (texts === undefined || texts.length === 0) return undefined;
  const marked = texts.length === 1 && MARKED.test(texts[0] ?? '') ? reader.kept.get(texts[0] ?? '') : undefined;
  if (marked?.found !== undefined) return marked.found.locator;
  return texts
    .map((text, at) => `locator(${locatorText(text)})${at < texts.length - 1 ? '.contentFrame()' : ''}`)
    .join('.');
}

function textsIn(reader: Reader, node: Node | undefined): string[] | undefined {
  const list = node && resolved(reader, node);
  const parts = list?.type === 'ArrayExpression' ? list.elements : [list ?? null];
  const texts = parts.flatMap(part => (part === null ? [] : (stringOf(reader, part) ?? [])));
  return texts.length === parts.length ? texts : undefined;
}

/** Exported code marks elements before it checks them. */
function marking(reader: Reader, { owner, name, args: [code] }: CodegenCall): boolean {
  const [, attribute] = (name === 'evaluateAll' && code && MARKING.exec(textOf(reader, code))) || [];
  const found = attribute === undefined ? undefined : locatorOf(reader, owner);
  if (found === undefined) return false;
  reader.kept.set(`[${attribute}]`, { found });
  return true;
}

/** `expect(results.violations).toEqual([])` and the like, and what exported code does before. */
export function accessibilityCheck(reader: Reader, call: CodegenCall): boolean {
  if (marking(reader, call)) return true;
  const { owner, name, args } = call;
  if (owner.type !== 'CallExpression' || !/^expect(?:\.soft)?$/.test(textOf(reader, owner.callee))) return false;
  const [subject] = owner.arguments;
  const checked = subject && violationsIn(reader, plainValue(subject));
  if (checked === undefined || !expectsNone(reader, name, args)) return false;
  turnTo(reader, checked.page);
  const isSoft = textOf(reader, owner.callee) === 'expect.soft';
  reader.actions.push({ ...checked.draft, ...(isSoft ? { onFailure: 'continue' } : {}) });
  return true;
}

function expectsNone(reader: Reader, matcher: string, [expected]: readonly Node[]): boolean {
  if (matcher === 'toHaveNoViolations') return true;
  const node = expected && resolved(reader, expected);
  if (node?.type === 'ArrayExpression') return node.elements.length === 0 && /^to(?:Strict)?Equal$/.test(matcher);
  return node?.type === 'NumericLiteral' && node.value === 0 && /^to(?:Be|Equal|StrictEqual|HaveLength)$/.test(matcher);
}

interface CheckedViolations {
  page: number;
  draft: ActionDraft;
}

function violationsIn(reader: Reader, node: Node): CheckedViolations | undefined {
  const call = callOf(node);
  if (call?.name === 'filter') return ofImpact(reader, call);
  const isLength = node.type === 'MemberExpression' && textOf(reader, node.property) === 'length';
  if (isLength) return violationsIn(reader, plainValue(node.object));
  const now = node.type === 'MemberExpression' ? scanned(reader, node.object)?.value : scanned(reader, node)?.value;
  const kept = now === undefined ? reader.settled(reader, node) : optionOf(now, 'violations');
  const found = kept?.type === 'ObjectExpression' ? optionOf(kept, 'violations') : kept;
  return found && keptOf(reader, found)?.accessibility;
}

/** As exported code leaves out what is less serious. */
function ofImpact(reader: Reader, { owner, args: [test] }: CodegenCall): CheckedViolations | undefined {
  const [, list = ''] =
    (test && /^\(\{ impact \}\) => \[([^\]]*)\]\.includes\(impact \?\? 'critical'\)$/.exec(textOf(reader, test))) || [];
  const impacts = list.split(', ').map(each => each.replaceAll("'", ''));
  const least = FINDING_IMPACTS.find(impact => impactsFrom(impact).join() === impacts.join());
  const checked = least && violationsIn(reader, plainValue(owner));
  return checked && { ...checked, draft: { ...checked.draft, leastImpact: least } };
}
