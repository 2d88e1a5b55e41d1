/** Checks by axe-core: `expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])`. */
import type * as ast from '@babel/types';
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import {
  a11yDraft,
  type CheckParts,
  checkDraft,
  leastImpactOf,
  locatorIn,
  ruleParts,
  textsIn,
} from './codegen-axe-options.ts';
import { setName } from './codegen-changes.ts';
import { turnTo } from './codegen-elements.ts';
import { pageOf } from './codegen-objects.ts';
import { optionOf } from './codegen-patterns.ts';
import {
  type AxeBuilderCalls,
  type CodegenCall,
  callOf,
  isFunctionNode,
  keptNode,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  textOf,
} from './codegen-reader.ts';
import { withReason } from './codegen-settle.ts';
import { partsOf } from './codegen-storage.ts';
import { calledIn, locatorOf, resolved, returnedBy } from './codegen-values.ts';

const MARKING = /^all => all\.forEach\(each => each\.setAttribute\('(data-(?:checked|left-out)\d*)', ''\)\)$/;

/** `new AxeBuilder({ page }).include('#nav').analyze()`: what it found, which is checked once that is expected. */
export function scanned(reader: Reader, given: Node): { value: Node } | undefined {
  const node = plainValue(given);
  const call = callOf(node);
  if (call?.name === 'filter') return filtered(reader, node);
  // A builder is kept until it is told to look.
  if (call?.name !== 'analyze') return builtBy(reader, node);
  const builder = builderOf(reader, call.owner);
  const draft = builder && checkOf(reader, builder);
  if (builder === undefined || draft === undefined) return undefined;
  const violations = keptNode(reader, { accessibility: { page: builder.page, draft } });
  if (violations.type !== 'Identifier') return undefined;
  const key: ast.Identifier = { type: 'Identifier', name: 'violations' };
  return {
    value: {
      type: 'ObjectExpression',
      properties: [{ type: 'ObjectProperty', key, value: violations, computed: false, shorthand: false }],
    },
  };
}

function filtered(reader: Reader, node: Node): { value: Node } | undefined {
  const accessibility = violationsIn(reader, node);
  return accessibility && { value: keptNode(reader, { accessibility }) };
}

function builtBy(reader: Reader, node: Node): { value: Node } | undefined {
  const axe = builderOf(reader, node);
  return axe && { value: keptNode(reader, { axe }) };
}

/** Of functions and names that stand for each other. */
const MOST_NAMES = 5;
const OF_BUILDERS = /^(?:include|exclude|withTags|withRules|disableRules|options|setLegacyMode)$/;

/** Also of one that a function, a fixture or a field gives. */
export function builderOf(reader: Reader, owner: Node, names = 0): AxeBuilderCalls | undefined {
  const calls: AxeBuilderCalls['calls'] = [];
  let node = plainValue(owner);
  for (let call = callOf(node); call !== undefined && OF_BUILDERS.test(call.name); call = callOf(node)) {
    calls.unshift({ reader, name: call.name, args: call.args });
    node = plainValue(call.owner);
  }
  if (!/^(?:Identifier|(?:Call|New|Member|This)Expression)$/.test(node.type) || names > MOST_NAMES) return undefined;
  const before = newBuilder(reader, node) ?? namedBuilder(reader, node, names);
  return before && { ...before, calls: [...before.calls, ...calls] };
}

function newBuilder(reader: Reader, node: Node): AxeBuilderCalls | undefined {
  if (node.type !== 'NewExpression' || !/^(?:\w+\.)?AxeBuilder$/.test(textOf(reader, node.callee))) return undefined;
  const [given] = node.arguments;
  const named = given && optionOf(resolved(reader, given), 'page');
  const page = named && pageOf(reader, named);
  return page === undefined ? undefined : { page, calls: [] };
}

function namedBuilder(reader: Reader, node: Node, names: number): AxeBuilderCalls | undefined {
  const known = node.type === 'Identifier' ? (reader.constants.get(node.name) ?? node) : node;
  const kept = keptOf(reader, known)?.axe;
  if (kept !== undefined || node.type === 'NewExpression' || node.type === 'Identifier') return kept;
  const returned = returnedBy(reader, node);
  return returned && builderOf(returned.inner, returned.value, names + 1);
}

type FieldsOfCall = (reader: Reader, args: readonly Node[]) => Partial<CheckParts> | undefined;

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
  options: (reader, [given]) => {
    const parts = given && partsOf(reader, given);
    const isKnown =
      parts !== undefined && [...parts.keys()].every(name => /^(?:runOnly|rules|resultTypes)$/.test(name));
    const rules = isKnown ? ruleParts(reader, parts) : undefined;
    return rules === undefined || 'reason' in rules ? undefined : rules;
  },
  setLegacyMode: () => ({}),
};

function checkOf(reader: Reader, { calls }: AxeBuilderCalls): ActionDraft | undefined {
  const parts: CheckParts = { tags: [], include: [], exclude: [], disabledRules: [] };
  for (const { reader: inner, name, args } of calls) {
    const given = Object.hasOwn(CALLS, name) ? CALLS[name]?.(inner, args) : undefined;
    if (given === undefined) {
      withReason(reader, `A check of accessibility takes no ${name}(…) like this.`);
      return undefined;
    }
    if (given.tags !== undefined) parts.tags = given.tags;
    if (given.disabledRules !== undefined) parts.disabledRules = given.disabledRules;
    parts.include.push(...(given.include ?? []));
    parts.exclude.push(...(given.exclude ?? []));
  }
  return checkDraft(parts);
}

/** Exported code marks elements before it checks them. */
function marking(reader: Reader, { owner, name, args: [code] }: CodegenCall): boolean {
  const [, attribute] = (name === 'evaluateAll' && code && MARKING.exec(textOf(reader, code))) || [];
  const found = attribute === undefined ? undefined : locatorOf(reader, owner);
  if (found === undefined) return false;
  reader.kept.set(`[${attribute}]`, { found });
  return true;
}

/** `builder.exclude('#ad');`, where the builder has a name. */
function toldLater(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  const builder = OF_BUILDERS.test(name) && owner.type === 'Identifier' ? builderOf(reader, owner) : undefined;
  if (builder === undefined || owner.type !== 'Identifier') return false;
  const axe = { ...builder, calls: [...builder.calls, { reader, name, args }] };
  setName(reader, owner.name, keptNode(reader, { axe }));
  return true;
}

/** `await checkA11y(page, '#nav')` of axe-playwright, whose `injectAxe(page)` needs no action. */
export function axeCommand(reader: Reader, node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false;
  const [first, context, options, skipped] = node.arguments;
  const page = first && pageOf(reader, first);
  if (page === undefined || !/^(?:injectAxe|checkA11y)$/.test(node.callee.name)) return false;
  if (node.callee.name === 'injectAxe') return true;
  const draft = a11yDraft(reader, { context, options, skipped });
  if (!('type' in draft)) {
    withReason(reader, draft.reason);
    return false;
  }
  turnTo(reader, page);
  reader.actions.push(draft);
  return true;
}

/** `expect(results.violations).toEqual([])` and the like, and what exported code does before. */
export function accessibilityCheck(reader: Reader, call: CodegenCall): boolean {
  if (marking(reader, call) || toldLater(reader, call)) return true;
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
  const found = kept?.type === 'ObjectExpression' ? optionOf(kept, 'violations') : (kept ?? scannedBy(reader, node));
  return found && keptOf(reader, found)?.accessibility;
}

/** What a function of the code gives that looks for violations. */
function scannedBy(reader: Reader, node: Node): Node | undefined {
  const { called, inner } = calledIn(reader, node) ?? {};
  if (called === undefined || inner === undefined || !/\banalyze\(/.test(textOf(reader, called))) return undefined;
  const { value } = reader.run(inner, called);
  return value?.type === 'ObjectExpression' ? optionOf(value, 'violations') : value;
}

/** `violations.filter(one => ['serious', 'critical'].includes(one.impact))`, or with one impact after the other. */
function ofImpact(reader: Reader, { owner, args: [test] }: CodegenCall): CheckedViolations | undefined {
  const [parameter] = isFunctionNode(test) ? test.params : [];
  const impacts = isFunctionNode(test) ? impactsIn(reader, plainValue(test.body), parameter) : undefined;
  const least = impacts && leastImpactOf(impacts);
  const checked = least && violationsIn(reader, plainValue(owner));
  if (!checked) return undefined;
  return { ...checked, draft: { ...checked.draft, ...(least === 'minor' ? {} : { leastImpact: least }) } };
}

function impactsIn(reader: Reader, body: Node, parameter: Node | undefined): string[] | undefined {
  if (body.type === 'LogicalExpression' && body.operator === '||') {
    const [one, other] = [body.left, body.right].map(part => impactsIn(reader, plainValue(part), parameter));
    return one && other && [...one, ...other];
  }
  if (body.type === 'BinaryExpression' && /^===?$/.test(body.operator))
    return isImpact(reader, body.left, parameter) ? textsIn(reader, body.right) : undefined;
  const call = callOf(body);
  const [only] = call?.args ?? [];
  const isListed = call?.name === 'includes' && only !== undefined && isImpact(reader, only, parameter);
  return isListed ? textsIn(reader, call.owner) : undefined;
}

function isImpact(reader: Reader, given: Node, parameter: Node | undefined): boolean {
  const node = plainValue(given);
  if (node.type === 'LogicalExpression') return isImpact(reader, node.left, parameter);
  if (node.type === 'Identifier') return parameter?.type === 'ObjectPattern' && node.name === 'impact';
  const isOfParameter = parameter?.type === 'Identifier' && node.type === 'MemberExpression';
  return isOfParameter && textOf(reader, node) === `${parameter.name}.impact`;
}
