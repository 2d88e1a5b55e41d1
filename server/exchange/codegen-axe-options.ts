/** What axe-core is asked to look at, as builders and commands of libraries tell it. */
import {
  ACCESSIBILITY_STANDARDS,
  DEFAULT_STANDARD,
  FINDING_IMPACTS,
  impactsFrom,
  STANDARD_NAMES,
} from '../../model/actions/accessibility-rules.ts';
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { optionOf } from './codegen-patterns.ts';
import type { Node, Reader } from './codegen-reader.ts';
import { partsOf } from './codegen-storage.ts';
import { locatorText, resolved, stringOf } from './codegen-values.ts';

/** `include` and `exclude`: locators. */
export interface CheckParts {
  tags: string[];
  include: string[];
  exclude: string[];
  disabledRules: string[];
}

export function checkDraft({ tags, include: [first, ...others], exclude, disabledRules }: CheckParts): ActionDraft {
  const standard = standardOf(tags);
  return {
    type: 'checkAccessibility',
    ...(standard === DEFAULT_STANDARD ? {} : { standard }),
    ...(first === undefined ? {} : { locator: others.reduce((all, other) => `${all}.or(${other})`, first) }),
    ...(exclude.length === 0 ? {} : { exclude }),
    ...(disabledRules.length === 0 ? {} : { disabledRules }),
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

/** What exported code marks elements with that no selector leads to. */
const MARKED = /^\[data-(?:checked|left-out)\d*\]$/;

/** Of several selectors, all but the last lead to frames. */
export function locatorIn(reader: Reader, node: Node | undefined): string | undefined {
  const texts = textsIn(reader, node);
  if (texts === undefined || texts.length === 0) return undefined;
  const marked = texts.length === 1 && MARKED.test(texts[0] ?? '') ? reader.kept.get(texts[0] ?? '') : undefined;
  if (marked?.found !== undefined) return marked.found.locator;
  return texts
    .map((text, at) => `locator(${locatorText(text)})${at < texts.length - 1 ? '.contentFrame()' : ''}`)
    .join('.');
}

export function textsIn(reader: Reader, node: Node | undefined): string[] | undefined {
  const list = node && resolved(reader, node);
  const parts = list?.type === 'ArrayExpression' ? list.elements : [list ?? null];
  const texts = parts.flatMap(part => (part === null ? [] : (stringOf(reader, part) ?? [])));
  return texts.length === parts.length ? texts : undefined;
}

type AxeParts = ReadonlyMap<string, Node>;

const isNothing = (node: Node): boolean =>
  node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined');

/** Empty where nothing is given; undefined where it is computed by the code. */
function objectParts(reader: Reader, given: Node | undefined): AxeParts | undefined {
  const node = given && resolved(reader, given);
  return node === undefined || isNothing(node) ? new Map() : partsOf(reader, node);
}

/** Nothing, a selector, or `{ include, exclude }`. */
function elementsIn(reader: Reader, given: Node | undefined): Pick<CheckParts, 'include' | 'exclude'> | undefined {
  const node = given && resolved(reader, given);
  if (node === undefined || isNothing(node)) return { include: [], exclude: [] };
  const parts = node.type === 'ObjectExpression' ? partsOf(reader, node) : new Map([['include', node]]);
  if (parts === undefined || [...parts.keys()].some(name => name !== 'include' && name !== 'exclude')) return undefined;
  const [include, exclude] = ['include', 'exclude'].map(name => locatorsIn(reader, parts.get(name)));
  return include && exclude && { include, exclude };
}

/** A selector, several, or lists of selectors of which all but the last lead to frames. */
function locatorsIn(reader: Reader, given: Node | undefined): string[] | undefined {
  const list = given && resolved(reader, given);
  if (list === undefined) return [];
  const nodes = list.type === 'ArrayExpression' ? list.elements : [list];
  const locators = nodes.map(node => locatorIn(reader, node ?? undefined));
  const known = locators.flatMap(locator => locator ?? []);
  return known.length === locators.length ? known : undefined;
}

/** `['wcag2a']`, or `{ type: 'tag', values: ['wcag2a'] }`; undefined for single rules. */
function tagsIn(reader: Reader, given: Node | undefined): string[] | undefined {
  const node = given && resolved(reader, given);
  if (node?.type !== 'ObjectExpression') return node === undefined ? [] : textsIn(reader, node);
  const isOfTags = /^tags?$/.test(stringOf(reader, optionOf(node, 'type')) ?? '');
  return isOfTags ? textsIn(reader, optionOf(node, 'values')) : undefined;
}

/** `{ 'color-contrast': { enabled: false } }`; undefined where one is turned on. */
function rulesOff(reader: Reader, given: Node | undefined): string[] | undefined {
  const rules = objectParts(reader, given);
  const isOff = [...(rules?.values() ?? [])].every(rule => {
    const enabled = partsOf(reader, rule)?.get('enabled');
    return enabled?.type === 'BooleanLiteral' && !enabled.value;
  });
  return isOff ? rules && [...rules.keys()] : undefined;
}

const SINGLE_RULES = 'It asks for single rules; a check of accessibility is held to a standard.';
const COMPUTED = 'What it is given is computed by the code.';

type RuleParts = Pick<CheckParts, 'tags' | 'disabledRules'>;

/** `runOnly` and `rules`, as axe-core calls them. */
export function ruleParts(reader: Reader, options: AxeParts): RuleParts | { reason: string } {
  const tags = tagsIn(reader, options.get('runOnly'));
  const disabledRules = rulesOff(reader, options.get('rules'));
  return tags === undefined || disabledRules === undefined ? { reason: SINGLE_RULES } : { tags, disabledRules };
}

/** The least of these; undefined where a more serious one is not among them. */
export function leastImpactOf(impacts: readonly string[]): string | undefined {
  const sorted = impacts.toSorted().join();
  return FINDING_IMPACTS.find(one => impactsFrom(one).toSorted().join() === sorted);
}

/** Options that say how findings are told. */
const TELLING = ['detailedReport', 'detailedReportOptions', 'verbose', 'retries', 'interval', 'resultTypes'];
const KNOWN = ['runOnly', 'rules', 'includedImpacts', 'axeOptions', ...TELLING];

interface A11yCall {
  context: Node | undefined;
  options: Node | undefined;
  /** Whether findings are only told. */
  skipped: Node | undefined;
}

/** `checkA11y(context, options)`, as cypress-axe and axe-playwright have it. */
export function a11yDraft(reader: Reader, { context, options, skipped }: A11yCall): ActionDraft | { reason: string } {
  const elements = elementsIn(reader, context);
  const given = objectParts(reader, options);
  const own = given && objectParts(reader, given.get('axeOptions'));
  if (elements === undefined || given === undefined || own === undefined) return { reason: COMPUTED };
  const all = new Map([...given, ...own]);
  const strange = [...all.keys()].find(name => !KNOWN.includes(name));
  if (strange !== undefined) return { reason: `Its option “${strange}” is not known.` };
  const isTold = skipped && resolved(reader, skipped);
  if (isTold?.type === 'BooleanLiteral' && isTold.value)
    return { reason: 'It only writes down what it finds; a check of accessibility fails for it.' };
  const rules = ruleParts(reader, all);
  const impacts = all.has('includedImpacts') ? textsIn(reader, all.get('includedImpacts')) : [];
  if ('reason' in rules) return rules;
  const least = impacts?.length === 0 ? 'minor' : impacts && leastImpactOf(impacts);
  if (least === undefined) return { reason: 'It leaves out findings that are more serious than others that count.' };
  return { ...checkDraft({ ...rules, ...elements }), ...(least === 'minor' ? {} : { leastImpact: least }) };
}
