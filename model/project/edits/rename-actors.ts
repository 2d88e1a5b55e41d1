import type { TestActors } from '../actor.ts';
import type { Test } from '../test.ts';
import type { VersionDraft } from '../version-content.ts';

/** Rows of the test and steps linked to it go on naming the actors who got another name. */
export function followRenamedActors(draft: VersionDraft, test: Test, before: TestActors): void {
  const renamed = renamedActors(before, test.actors ?? []);
  if (renamed.size === 0) return;
  const follow = <Named extends { actor?: string | undefined }>(named: Named): Named => {
    const next = named.actor === undefined ? undefined : renamed.get(named.actor);
    return next === undefined ? named : { ...named, actor: next };
  };
  test.actions = test.actions.map(follow);
  const { testCode } = test;
  if (!draft.links.links.some(link => link.testCode === testCode && link.actor !== undefined)) return;
  const file = draft.draftLinks();
  file.links = file.links.map(link => (link.testCode === testCode ? follow(link) : link));
}

/** By their old names: those that got another name at the same place, while the list stayed as long. */
export function renamedActors(before: TestActors, after: TestActors): ReadonlyMap<string, string> {
  if (before.length !== after.length) return new Map();
  const [old, now] = [before, after].map(actors => new Set(actors.map(({ name }) => name)));
  return new Map(
    before.flatMap(({ name }, index): [string, string][] => {
      const next = after[index]?.name;
      return next === undefined || now?.has(name) || old?.has(next) ? [] : [[name, next]];
    }),
  );
}
