import { AppError } from '../errors/errors.ts';
import { type ExpressionToken, endsOperand, tokensOf } from './expression-tokens.ts';
import { hasExpressions, parseTemplate, soleExpression, type Template } from './template.ts';

/** `secret` and `app` are reached by full name only. */
export const NAME_GROUPS = ['env', 'secret', 'app', 'run', 'var', 'auth'] as const;
export type NameGroup = (typeof NAME_GROUPS)[number];

/** `env.BASE` has the group `env`, a bare `user` has none. */
export interface NameReference {
  group?: NameGroup;
  name: string;
  /** False where the expression handles a missing value: with `$exists`, `??`, `?:` or a condition. */
  required: boolean;
}

export interface ReferencedNames {
  references: readonly NameReference[];
  /** Groups that are used as a whole, e.g. `secret` in `$lookup(secret, key)`. */
  wholeGroups: readonly NameGroup[];
  isOneExpression: boolean;
}

export const fullName = ({ group, name }: Pick<NameReference, 'group' | 'name'>): string =>
  group === undefined ? name : `${group}.${name}`;

export const isNameGroup = (name: string): name is NameGroup => NAME_GROUPS.some(group => group === name);

/**
 * Each name once, without those that are computed or looked up in other data: in predicates, path steps and function
 * bodies.
 */
export function referencedNames(template: Template): ReferencedNames {
  const found = template.parts.flatMap(part => (part.kind === 'expression' ? namesOf(part.source) : []));
  const byName = new Map<string, NameReference>();
  const wholeGroups = new Set<NameGroup>();
  for (const reference of found) {
    const name = fullName(reference);
    if (reference.group === undefined && isNameGroup(name)) wholeGroups.add(name);
    else if (!byName.get(name)?.required) byName.set(name, reference);
  }
  return {
    references: [...byName.values()],
    wholeGroups: [...wholeGroups],
    isOneExpression: soleExpression(template) !== undefined,
  };
}

const KEYWORDS = new Set(['and', 'or', 'in', 'true', 'false', 'null']);
const COPES_WITH_MISSING = new Set(['?', '??', '?:']);

function namesOf(source: string): NameReference[] {
  const tokens = tokensOf(source);
  const required = !tokens.some(copesWithMissing);
  const references: NameReference[] = [];
  // A transform `| where | change |` has no brackets to tell its inner names by.
  if (tokens.some(token => token.text === '|' && token.kind === 'operator')) return references;
  const elsewhere: boolean[] = [];
  tokens.forEach((token, index) => {
    if (isOperator(token, '([{')) elsewhere.push(elsewhere.at(-1) === true || changesContext(tokens, index));
    else if (isOperator(token, ')]}')) elsewhere.pop();
    else if (elsewhere.at(-1) !== true && isLookup(tokens, index))
      references.push({ ...referenceAt(tokens, index), required });
  });
  return references;
}

const isOperator = (token: ExpressionToken | undefined, characters: string): boolean =>
  token?.kind === 'operator' && characters.includes(token.text);

const copesWithMissing = (token: ExpressionToken): boolean =>
  (token.kind === 'operator' && COPES_WITH_MISSING.has(token.text)) ||
  (token.kind === 'variable' && token.text === 'exists');

/** Whether names inside the bracket at `index` are looked up in other data than those before it. */
function changesContext(tokens: readonly ExpressionToken[], index: number): boolean {
  const previous = tokens[index - 1];
  if (isOperator(previous, '.^')) return true;
  if (!endsOperand(previous)) return false;
  const isCall = tokens[index]?.text === '(' && (previous?.kind === 'variable' || previous?.kind === 'name');
  return !isCall || isOperator(tokens[index - 2], '.');
}

function isLookup(tokens: readonly ExpressionToken[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'name' || isOperator(tokens[index - 1], '.')) return false;
  // A name before a parenthesis is a function: `function`, or one whose `$` was forgotten.
  return !KEYWORDS.has(token.text) && !isOperator(tokens[index + 1], '(');
}

function referenceAt(tokens: readonly ExpressionToken[], index: number): Pick<NameReference, 'group' | 'name'> {
  const name = tokens[index]?.text ?? '';
  const member = isOperator(tokens[index + 1], '.') ? tokens[index + 2] : undefined;
  const isMember = member?.kind === 'name' || member?.kind === 'string';
  return isMember && isNameGroup(name) ? { group: name, name: member.text } : { name };
}

/** The expression may be in `{{ }}`. Errors: `invalid-params` when it is not one expression. */
export function conditionSource(condition: string): string {
  const text = condition.trim();
  const source = hasExpressions(text) ? soleExpression(parseTemplate(text))?.source : text;
  if (source !== undefined && source !== '') return source;
  throw new AppError('invalid-params', `A condition is one expression; “${condition}” is not.`, {
    expected: 'count > 3',
  });
}

export const namesSecret = ({ references, wholeGroups }: ReferencedNames): boolean =>
  wholeGroups.includes('secret') || references.some(({ group }) => group === 'secret');
