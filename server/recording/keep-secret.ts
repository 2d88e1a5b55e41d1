import { addEnvironment, editEnvironment, findEnvironment } from '../../model/project/edits/environments.ts';
import { environmentSecretKey } from '../../model/project/environment.ts';
import type { VersionContent, VersionDraft } from '../../model/project/version-content.ts';
import type { Transaction } from '../store/edits/transaction.ts';

/** The environment of runs, by its code; undefined where there is none yet. Errors: `not-found`. */
export function environmentFor(content: VersionContent, wanted: string | undefined) {
  return wanted === undefined ? content.environments.environments[0] : findEnvironment(content, wanted);
}

interface TypedSecret {
  environment: string | undefined;
  name: string;
  value: string;
}

/** Stores a typed password as a secret and returns its name; reuses one with the same value. */
export function keepSecret(
  draft: VersionDraft,
  transaction: Transaction,
  { environment, name, value }: TypedSecret,
): string {
  const known = environmentFor(draft, environment);
  if (known === undefined) {
    addEnvironment(draft, transaction, { name: 'local', items: [{ name, kind: 'secret', value }] });
    return name;
  }
  const { environmentCode, items } = known;
  const keyOf = (item: string) => environmentSecretKey(draft.version.versionId, environmentCode, item);
  const same = items.find(item => item.kind === 'secret' && transaction.secret(keyOf(item.name)) === value);
  if (same !== undefined) return same.name;
  const isOwn = items.some(item => item.name === name);
  const others = items.map(({ name: each, kind, value: plain }) => ({ name: each, kind, value: plain }));
  const all = isOwn
    ? others.map(item => (item.name === name ? { ...item, kind: 'secret' as const, value } : item))
    : [...others, { name, kind: 'secret' as const, value }];
  editEnvironment(draft, transaction, { environmentCode, items: all });
  return name;
}
