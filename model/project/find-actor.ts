import { AppError } from '../errors/errors.ts';
import type { TestActor } from './actor.ts';
import type { Test } from './test.ts';
import type { VersionContent } from './version-content.ts';

/** All that tests of the version name, each once: as the first test has it. */
function actorsIn({ modules }: Pick<VersionContent, 'modules'>): TestActor[] {
  const found = new Map<string, TestActor>();
  for (const { tests } of modules.values())
    for (const actor of tests.flatMap(({ actors = [] }) => actors))
      if (!found.has(actor.name)) found.set(actor.name, actor);
  return [...found.values()];
}

/** As the first of the `nearest` tests has it, else any test of the version; undefined when none does. */
export function findActor(
  content: Pick<VersionContent, 'modules'>,
  name: string,
  nearest: readonly (Pick<Test, 'actors'> | undefined)[] = [],
): TestActor | undefined {
  const near = nearest.flatMap(test => test?.actors ?? []);
  return [...near, ...actorsIn(content)].find(actor => actor.name === name);
}

/** As `findActor`. Errors: `not-found` with who there is. */
export function requireActor(
  content: Pick<VersionContent, 'modules'>,
  name: string,
  nearest?: readonly (Pick<Test, 'actors'> | undefined)[],
): TestActor {
  const found = findActor(content, name, nearest);
  if (found !== undefined) return found;
  throw new AppError('not-found', `No test names the actor “${name}”. Name it in a test first.`, {
    field: 'actor',
    expected:
      actorsIn(content)
        .map(actor => actor.name)
        .join(', ') || 'none',
    next: 'editTest with actors',
  });
}
