import { AppError } from '../../../model/errors/errors.ts';
import { byNearness } from '../../../model/errors/nearest.ts';
import { habitIn } from '../../../model/values/expression-habits.ts';
import { fullName, isNameGroup, type NameGroup } from '../../../model/values/referenced-names.ts';
import type { FoundValue, Scopes } from './scopes.ts';

const DOTTED_NAMES = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;
const LITERALS = new Set(['true', 'false', 'null', 'and', 'or', 'in']);
const REACHED_BY_FULL_NAME = ['secret', 'app', 'auth'] as const;
const MAX_NAMES_LISTED = 10;

/**
 * The value of an expression that only names one (`user`, `user.city`, `env.BASE`, or a bare name with spaces or
 * hyphens exactly as a data column is called); undefined when JSONata is needed.
 * Errors: `not-found` when a part of such a dotted name does not exist.
 */
export function lookUp(expression: string, scopes: Scopes): FoundValue | undefined {
  const exact = scopes.find(expression);
  // A value of the test may be called `auth`.
  if (isNameGroup(expression) && (expression !== 'auth' || exact === undefined)) return undefined;
  if (exact !== undefined || !isMereName(expression)) return exact;
  const [first = '', second = '', ...others] = expression.split('.');
  const isGrouped = isNameGroup(first) && second !== '';
  const root = isGrouped ? { group: first, name: second } : { name: first };
  const found = scopes.find(root.name, root.group);
  if (found === undefined) throw nameNotFound(root, scopes);
  const path = isGrouped || second === '' ? others : [second, ...others];
  return memberOf(found, path, fullName(root));
}

export const isMereName = (expression: string): boolean => DOTTED_NAMES.test(expression) && !LITERALS.has(expression);

/** JSONata handles lists: it takes the member of each item. */
function memberOf(found: FoundValue, path: readonly string[], start: string): FoundValue | undefined {
  let value = found.value;
  let place = start;
  for (const name of path) {
    if (Array.isArray(value)) return undefined;
    const members: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
    if (!Object.hasOwn(members, name)) throw memberNotFound(place, name, Object.keys(members));
    value = members[name];
    place = `${place}.${name}`;
  }
  return { value, secrets: found.secrets };
}

/** Lists existing names, most similar first; secrets by name as well. */
export function nameNotFound(
  wanted: { group?: NameGroup; name: string },
  scopes: Scopes,
  expression = fullName(wanted),
): AppError {
  const groups = wanted.group === undefined ? REACHED_BY_FULL_NAME : [wanted.group];
  const grouped = groups.flatMap(group => scopes.names(group).map(name => fullName({ group, name })));
  const names = wanted.group === undefined ? [...scopes.names(), ...grouped] : grouped;
  const isEmpty = wanted.group === undefined && scopes.isDeclared(wanted.name);
  const why = isEmpty ? ': the parameter was given none and has no default' : '';
  const habit = habitIn(expression);
  if (habit !== undefined) return new AppError('not-found', `No value is called ${fullName(wanted)}; ${habit}.`);
  return notFound(`No value is called ${fullName(wanted)}${why}`, fullName(wanted), names);
}

function memberNotFound(place: string, name: string, members: readonly string[]): AppError {
  const habit = habitIn(`${place}.${name}`);
  if (habit !== undefined) return new AppError('not-found', `${place} has no ${name}; ${habit}.`);
  return notFound(`${place} has no ${name}`, name, members);
}

function notFound(problem: string, wanted: string, names: readonly string[]): AppError {
  const nearest = byNearness(wanted, names).slice(0, MAX_NAMES_LISTED);
  const more = names.length > nearest.length ? ` and ${names.length - nearest.length} more` : '';
  const existing = nearest.length === 0 ? 'there are none here' : `there are ${nearest.join(', ')}${more}`;
  return new AppError('not-found', `${problem}; ${existing}.`, { expected: nearest.join(', ') });
}
