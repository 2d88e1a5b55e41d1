import type { Test } from '../../model/project/test.ts';
import { type ReferencedNames, referencedNames } from '../../model/values/referenced-names.ts';
import { parseTemplate } from '../../model/values/template.ts';

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('{{') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function namesIn(text: string): ReferencedNames['references'] {
  try {
    return referencedNames(parseTemplate(text)).references;
  } catch {
    // A text whose braces do not close fails the action that holds it, in the action's own words.
    return [];
  }
}

/** Names `env.X` and `secret.X` that the enabled actions of tests need, each once. */
export function neededNames(tests: readonly Test[]): string[] {
  const enabled = tests.flatMap(test => test.actions.filter(action => !action.disabled));
  const references = enabled.flatMap(textsIn).flatMap(namesIn);
  const needed = references.filter(({ group, required }) => required && (group === 'env' || group === 'secret'));
  return [...new Set(needed.map(({ group, name }) => `${group}.${name}`))];
}
