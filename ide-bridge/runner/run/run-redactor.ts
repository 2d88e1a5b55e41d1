import { identitySecrets } from '../../../model/protocol/identity.ts';
import { createRedactor, type Redactor } from '../../../model/values/redactor.ts';
import type { ValuedRequest } from './item-request.ts';

/** Masks what the environment and the sign-in of an item keep secret, what it computed of that, and typed passwords. */
export const runRedactor = ({ values, session }: Pick<ValuedRequest, 'values' | 'session'>): Redactor =>
  createRedactor(
    [
      ...Object.values(values.plan.environment.secrets),
      ...(values.item.identity === undefined ? [] : identitySecrets(values.item.identity)),
      ...session.secretFields.secrets,
    ],
    session.secretFields.words,
  );
