import { z } from 'zod';
import type { ArgumentsOf, ReplyOf } from '../../../app/tool-replies.ts';
import { readNumber } from '../../../parts/setting-fields.ts';

export type AuthReply = ReplyOf<'getAuthConfig'>['authentication'];

/** In the order of their list. */
export const METHODS = ['none', 'form', 'basic', 'header', 'state'] as const satisfies readonly AuthReply['method'][];

const RoleDraft = z.object({
  /** Only of this draft. */
  id: z.number(),
  role: z.string(),
  username: z.string(),
  /** Undefined while the stored one is kept. */
  password: z.string().optional(),
  stateFile: z.string(),
});
export type RoleDraft = z.infer<typeof RoleDraft>;

const HeaderDraft = z.object({ id: z.number(), name: z.string(), value: z.string().optional() });
export type HeaderDraft = z.infer<typeof HeaderDraft>;

export const AuthDraft = z.object({
  method: z.enum(METHODS),
  roles: z.array(RoleDraft),
  headers: z.array(HeaderDraft),
  signInTest: z.string(),
  signOutTest: z.string(),
  check: z.object({ url: z.string(), locator: z.string(), matcher: z.string(), expected: z.string() }),
  reuseMinutes: z.string(),
});
export type AuthDraft = z.infer<typeof AuthDraft>;

export function authOf(auth: AuthReply): AuthDraft {
  const { method, roles, headers, signInTest = '', signOutTest = '', identityCheck, reuseMinutes } = auth;
  return {
    method,
    roles: roles.map(({ role, username = '', password, stateFile = '' }, id) => ({
      id,
      role,
      username,
      ...(password.set ? {} : { password: '' }),
      stateFile,
    })),
    headers: Object.entries(headers).map(([name, { set }], id) => (set ? { id, name } : { id, name, value: '' })),
    signInTest,
    signOutTest,
    check: {
      url: identityCheck?.url ?? '',
      locator: identityCheck?.locator ?? '',
      matcher: identityCheck?.matcher ?? '',
      expected: identityCheck?.expected ?? '',
    },
    reuseMinutes: String(reuseMinutes ?? ''),
  };
}

/** References such as `{{secret.password}}` are no secrets, but cannot be told apart while being typed. */
export const withoutSecrets = (draft: AuthDraft): AuthDraft => ({
  ...draft,
  roles: draft.roles.map(role => (role.password ? { ...role, password: '' } : role)),
  headers: draft.headers.map(header => (header.value ? { ...header, value: '' } : header)),
});

/** Stored passwords belong to the name of a role. */
export const keptPassword = ({ roles }: AuthReply, { role }: Pick<RoleDraft, 'role'>) =>
  roles.find(one => one.role === role && one.password.set)?.password;

export const keptHeader = ({ headers }: AuthReply, { name }: Pick<HeaderDraft, 'name'>) =>
  Object.hasOwn(headers, name) && headers[name]?.set === true ? headers[name] : undefined;

export const nextId = (items: readonly { id: number }[]): number => Math.max(-1, ...items.map(({ id }) => id)) + 1;

/** Errors: `invalid-params`. */
export function authChanges(draft: AuthDraft, saved: AuthReply): ArgumentsOf<'configureAuth'> {
  const { check, headers, roles } = draft;
  const hasCheck = check.matcher !== '';
  return {
    method: draft.method,
    roles: roles.length === 0 ? null : roles.map(role => roleToSend(role, saved)),
    headers:
      headers.length === 0 ? null : Object.fromEntries(headers.map(({ name, value = '' }) => [name.trim(), value])),
    signInTest: draft.signInTest || null,
    signOutTest: draft.signOutTest || null,
    identityCheck: hasCheck
      ? {
          ...(check.url === '' ? {} : { url: check.url }),
          locator: check.locator,
          matcher: check.matcher,
          ...(check.expected === '' ? {} : { expected: check.expected }),
        }
      : null,
    reuseMinutes: readNumber(draft.reuseMinutes, 'reuseMinutes') ?? null,
  };
}

function roleToSend({ role, username, password, stateFile }: RoleDraft, saved: AuthReply) {
  const isKept = keptPassword(saved, { role }) !== undefined;
  const isGiven = password !== undefined && (password !== '' || isKept);
  return {
    role: role.trim(),
    ...(username === '' ? {} : { username }),
    ...(isGiven ? { password } : {}),
    ...(stateFile === '' ? {} : { stateFile }),
  };
}

export const PARTS = {
  none: { roles: false, headers: false, tests: false, stateFile: false },
  basic: { roles: true, headers: false, tests: false, stateFile: false },
  header: { roles: false, headers: true, tests: false, stateFile: false },
  form: { roles: true, headers: false, tests: true, stateFile: false },
  state: { roles: true, headers: false, tests: true, stateFile: true },
} as const;
