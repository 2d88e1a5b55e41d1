import { z } from 'zod';
import { Name, TestReference, TextValue } from '../names/codes.ts';

export const AUTHENTICATION_METHODS = ['none', 'basic', 'header', 'form', 'state'] as const;

export const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'an HTTP header name');

export const AuthenticationRole = z.strictObject({
  role: Name,
  username: TextValue.optional(),
  /** Only a `{{ … }}` reference; plain passwords are in the secrets file. */
  password: TextValue.optional(),
  stateFile: z.string().max(500).optional(),
});
export type AuthenticationRole = z.infer<typeof AuthenticationRole>;

export const IdentityCheck = z.strictObject({
  url: TextValue.optional(),
  locator: z.string().max(4_000),
  matcher: z.string().max(50),
  expected: TextValue.optional(),
});
export type IdentityCheck = z.infer<typeof IdentityCheck>;

export const Authentication = z.strictObject({
  method: z.enum(AUTHENTICATION_METHODS),
  roles: z.array(AuthenticationRole).max(100).optional(),
  signInTest: TestReference.optional(),
  signOutTest: TestReference.optional(),
  identityCheck: IdentityCheck.optional(),
  headers: z.record(HeaderName, TextValue).optional(),
  reuseMinutes: z.number().int().min(0).max(100_000).optional(),
});
export type Authentication = z.infer<typeof Authentication>;

export const rolePasswordKey = (role: string): string => `authentication/roles/${role}/password`;
export const headerValueKey = (header: string): string => `authentication/headers/${header}`;

export const SIGNED_OUT = 'none';

/** Default: the first role. No role for `none`, or where there are none. */
export function findRole(
  { roles = [] }: Authentication,
  name: string | undefined,
): { role: AuthenticationRole | undefined; isKnown: boolean } {
  const role = name === undefined ? roles[0] : roles.find(each => each.role === name);
  return { role, isKnown: role !== undefined || name === undefined || name === SIGNED_OUT };
}

export const rolesThere = ({ roles = [] }: Authentication): string =>
  roles.length === 0
    ? 'No roles are set.'
    : `Roles: ${roles.map(({ role }) => role).join(', ')}; "none" signs nobody in.`;
