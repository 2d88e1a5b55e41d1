import { z } from 'zod';
import { TestReference } from './codes.ts';
import { Name, TextValue } from './names.ts';

export const AUTHENTICATION_METHODS = ['none', 'basic', 'header', 'form', 'state'] as const;

/** A header name as HTTP allows it. */
export const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'an HTTP header name');

export const AuthenticationRole = z.strictObject({
  role: Name,
  username: TextValue.optional(),
  /** Kept here only while it is a `{{ … }}` reference; plain passwords lie in the secrets file. */
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

/** How tests sign in to the application under test, as it lies in the project file. */
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
