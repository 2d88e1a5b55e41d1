import { identitySecrets } from '../../../model/protocol/identity.ts';
import { changingRedactor, createRedactor, type Redactor } from '../../../model/values/redactor.ts';
import type { ValuedRequest } from './item-request.ts';

type Masked = Pick<ValuedRequest, 'values' | 'session'>;

/** Masks what the environment and the sign-in of an item keep secret, what it computed of that, and typed passwords. */
export function runRedactor(masked: Masked): Redactor {
  const { secrets, words } = secretsOf(masked);
  return createRedactor(secrets, words);
}

/** As `runRedactor`, with what becomes secret later. */
export const followingRedactor = (masked: Masked): Redactor => changingRedactor(() => secretsOf(masked));

const secretsOf = ({ values, session: { secretFields } }: Masked) => ({
  secrets: [
    ...Object.values(values.plan.environment.secrets),
    ...(values.item.identity === undefined ? [] : identitySecrets(values.item.identity)),
    ...secretFields.secrets,
  ],
  words: [...secretFields.words],
});
