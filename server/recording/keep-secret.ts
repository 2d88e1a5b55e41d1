import { addEnvironment, editEnvironment, findEnvironment } from '../../model/project/edits/environments.ts';
import { type EnvironmentItem, environmentSecretKey } from '../../model/project/environment.ts';
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
  /** What was typed before the password, most likely who signs in. */
  user: string | undefined;
}

interface KeptPassword {
  name: string;
  /** The variable of the environment that waited for the user, and has it now. */
  userVariable?: string;
}

/**
 * Stores a typed password as a secret; reuses one with the same value. The secret of an environment that waits for its
 * values is given this one, and the only variable that waits with it is given the user.
 */
export function keepSecret(
  draft: VersionDraft,
  transaction: Transaction,
  { environment, name, value, user }: TypedSecret,
): KeptPassword {
  const known = environmentFor(draft, environment);
  if (known === undefined) {
    addEnvironment(draft, transaction, { name: 'local', items: [{ name, kind: 'secret', value }] });
    return { name };
  }
  const { environmentCode, items } = known;
  const keyOf = (item: string) => environmentSecretKey(draft.version.versionId, environmentCode, item);
  const same = items.find(item => item.kind === 'secret' && transaction.secret(keyOf(item.name)) === value);
  if (same !== undefined) return { name: same.name };
  const isOwn = items.some(item => item.name === name);
  const userVariable = isOwn && user !== undefined ? waitingVariable(items) : undefined;
  const others = items.map(({ name: each, kind, value: plain }) => {
    const given = each === userVariable ? user : plain;
    return each === name ? { name, kind: 'secret' as const, value } : { name: each, kind, value: given };
  });
  const all = isOwn ? others : [...others, { name, kind: 'secret' as const, value }];
  editEnvironment(draft, transaction, { environmentCode, items: all });
  return { name, ...(userVariable === undefined ? {} : { userVariable }) };
}

/** Of several, nobody knows which one is meant. */
function waitingVariable(items: readonly EnvironmentItem[]): string | undefined {
  const [first, ...more] = items.filter(({ kind, value = '' }) => kind === 'variable' && value === '');
  return more.length === 0 ? first?.name : undefined;
}
