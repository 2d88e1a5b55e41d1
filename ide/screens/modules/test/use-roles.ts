import { useProjectRead } from '../../../app/queries.ts';
import type { Loaded } from '../../../app/state.ts';

/** The names of the roles that tests can be signed in as; the first is the usual one. */
export function useRoles({ isWanted = true } = {}): Loaded<readonly string[]> {
  const { reply } = useProjectRead(session => session.call('getAuthConfig', {}), { isWanted });
  if (reply.phase !== 'ready') return reply;
  return { phase: 'ready', value: reply.value.authentication.roles.map(({ role }) => role) };
}
