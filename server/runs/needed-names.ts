import { readTestReference } from '../../model/project/codes.ts';
import { pluggedTests } from '../../model/project/references.ts';
import type { Test } from '../../model/project/test.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { type ReferencedNames, referencedNames } from '../../model/values/referenced-names.ts';
import { parseTemplate } from '../../model/values/template.ts';

/** A test and every test it plugs in, each once. */
export function withPlugged(content: VersionContent, test: Test): Test[] {
  const found = new Map([[test.testCode, test]]);
  for (const [, next] of found)
    for (const code of pluggedTests(next)) {
      const plugged = content.test(readTestReference(code).testCode);
      if (plugged !== undefined) found.set(plugged.testCode, plugged);
    }
  return [...found.values()];
}

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
