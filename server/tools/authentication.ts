import { z } from 'zod';
import { readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import { AppError } from '../../model/errors/errors.ts';
import { Name, TestReference, TextValue } from '../../model/names/codes.ts';
import {
  AUTHENTICATION_METHODS,
  type Authentication,
  type AuthenticationRole,
  HeaderName,
  headerValueKey,
  IdentityCheck,
  rolePasswordKey,
} from '../../model/project/authentication.ts';
import { setOptional } from '../../model/project/edits/set-optional.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import { isReference } from '../../model/project/feature-server.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import type { SecretsFile } from '../store/edits/private-file.ts';
import type { Transaction } from '../store/edits/transaction.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { MaskedSecret, maskedSecret } from './define/secret-note.ts';
import { editWholeProject, versionOf } from './define/version.ts';

const defineTool = toolsOf('authentication');

const KeptSignIn = z.strictObject({
  environment: z.string().optional(),
  at: z.string().describe('When it was kept'),
});

const AuthenticationView = z.strictObject({
  method: z.enum(AUTHENTICATION_METHODS),
  roles: z.array(
    z.strictObject({
      role: z.string(),
      username: z.string().optional(),
      password: MaskedSecret,
      stateFile: z.string().optional(),
      signIns: z.array(KeptSignIn).optional().describe('Kept sign-ins that runs may use again, by environment'),
    }),
  ),
  signInTest: z.string().optional(),
  signOutTest: z.string().optional(),
  identityCheck: IdentityCheck.optional(),
  headers: z.record(z.string(), MaskedSecret),
  reuseMinutes: z.number().int().optional(),
});

function authenticationView(authentication: Authentication, secrets: SecretsFile): z.input<typeof AuthenticationView> {
  const { roles = [], headers = {}, ...rest } = authentication;
  return {
    ...rest,
    roles: roles.map(({ password, ...role }) => ({
      ...role,
      password: maskedSecret(password, secrets.get(rolePasswordKey(role.role))),
    })),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, maskedSecret(value, secrets.get(headerValueKey(name)))]),
    ),
  };
}

async function withSignIns(
  view: z.input<typeof AuthenticationView>,
  context: ToolContext<'signIns'>,
  version: VersionContent,
) {
  const environments = version.environments.environments.map(({ name }) => name);
  const keptOf = async (role: string) => {
    const kept = await Promise.all(
      (environments.length === 0 ? [undefined] : environments).map(async environment => {
        const at = await context.project.signIns.savedAt([version.version.versionId, environment, role]);
        return at === undefined ? [] : [{ environment, at }];
      }),
    );
    return kept.flat();
  };
  const roles = view.roles.map(async role => {
    const signIns = await keptOf(role.role);
    return signIns.length === 0 ? role : { ...role, signIns };
  });
  return { ...view, roles: await Promise.all(roles) };
}

export const getAuthConfig = defineTool({
  name: 'getAuthConfig',
  scope: 'read',
  title: 'Get the sign-in settings',
  summary: 'Get how tests sign in to the app; of passwords and header values only whether they are set.',
  output: z.strictObject({ authentication: AuthenticationView }),
  async run({ versionId }, context) {
    const { store } = context.project;
    const view = authenticationView(store.content.project.authentication ?? { method: 'none' }, store.secrets);
    return { authentication: await withSignIns(view, context, versionOf(context, versionId)) };
  },
});

const RoleInput = z.strictObject({
  role: Name,
  username: TextValue.optional(),
  password: TextValue.optional().describe('Left out: keeps the stored one'),
  stateFile: z.string().max(500).optional().describe('Saved browser state under files/'),
});

const CONFIGURE_FIELDS = {
  method: z.enum(AUTHENTICATION_METHODS).optional().describe('form: a test signs in; state: saved browser state'),
  roles: z.array(RoleInput).max(100).nullish().describe('[{role, username, password, stateFile}]'),
  signInTest: TestReference.nullish().describe('For form; it reads {{auth.username}} and {{auth.password}}'),
  signOutTest: TestReference.nullish().describe('Test to sign out with'),
  identityCheck: IdentityCheck.nullish().describe('Check that it worked: {url, locator, matcher, expected}'),
  headers: z
    .record(HeaderName, TextValue)
    .nullish()
    .describe('For header: {name: value}; an empty value keeps the stored one'),
  reuseMinutes: z
    .number()
    .int()
    .min(0)
    .max(100_000)
    .nullish()
    .describe('How long a sign-in is reused; default 30; one run without identityCheck'),
};
type Configuration = z.output<z.ZodObject<typeof CONFIGURE_FIELDS>>;

export const configureAuth = defineTool({
  name: 'configureAuth',
  scope: 'write',
  title: 'Configure sign-in',
  summary:
    'Change how tests sign in to the app; fields left out stay. Passwords and header values may be {{secret.NAME}}; plain ones stay out of the project files.',
  input: CONFIGURE_FIELDS,
  output: z.strictObject({ authentication: AuthenticationView }),
  errors: ['not-found'],
  examples: [{ method: 'basic', roles: [{ role: 'customer', username: 'ann', password: '{{secret.password}}' }] }],
  async run({ versionId, projectId: _project, ...input }, context) {
    const content = versionOf(context, versionId);
    for (const test of ['signInTest', 'signOutTest'] as const) {
      const reference = input[test];
      if (reference) findTest(content, reference, undefined, { test, module: test });
    }
    refuseDuplicateRoles(input);
    refuseWrongCheck(input);
    const { store } = context.project;
    await editWholeProject(context, 'configureAuth', transaction => {
      const project = transaction.project();
      project.authentication = changed(project.authentication ?? { method: 'none' }, input, transaction);
    });
    const view = authenticationView(store.content.project.authentication ?? { method: 'none' }, store.secrets);
    return { authentication: await withSignIns(view, context, content) };
  },
});

function refuseDuplicateRoles({ roles }: Configuration): void {
  const names = (roles ?? []).map(({ role }) => role);
  const index = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (index >= 0)
    throw new AppError('invalid-params', `"roles[${index}].role": "${names[index]}" appears twice.`, {
      field: `roles[${index}].role`,
    });
}

/** An identity check is an assertion like any other; one of the whole page has an empty locator. */
function refuseWrongCheck({ identityCheck }: Configuration): void {
  if (!identityCheck) return;
  const { url: _url, locator, ...fields } = identityCheck;
  const assertion = { type: 'assert', ...fields, ...(locator === '' ? {} : { locator }) };
  readAction(assertion, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck, root: 'identityCheck' });
}

function changed(old: Authentication, input: Configuration, transaction: Transaction): Authentication {
  const next: Authentication = { ...old };
  if (input.method !== undefined) next.method = input.method;
  setOptional(next, 'signInTest', input.signInTest);
  setOptional(next, 'signOutTest', input.signOutTest);
  setOptional(next, 'identityCheck', input.identityCheck);
  setOptional(next, 'reuseMinutes', input.reuseMinutes);
  if (input.roles !== undefined) {
    const roles = withPasswords(old, input.roles ?? [], transaction);
    setOptional(next, 'roles', input.roles === null ? null : roles);
  }
  if (input.headers !== undefined) {
    const headers = withValues(old, input.headers ?? {}, transaction);
    setOptional(next, 'headers', input.headers === null ? null : headers);
  }
  return next;
}

/** Plain passwords are in the secrets file alone; references stay in the project file. */
function withPasswords(
  old: Authentication,
  roles: readonly z.output<typeof RoleInput>[],
  transaction: Transaction,
): AuthenticationRole[] {
  for (const { role } of old.roles ?? [])
    if (!roles.some(kept => kept.role === role)) transaction.setSecret(rolePasswordKey(role), undefined);
  return roles.map(({ password, ...role }) => {
    const stored = old.roles?.find(known => known.role === role.role)?.password;
    if (password === undefined) return stored === undefined ? role : { ...role, password: stored };
    const isPlain = !isReference(password);
    transaction.setSecret(rolePasswordKey(role.role), isPlain ? password : undefined);
    return isPlain ? role : { ...role, password };
  });
}

/** Header values are stored as passwords are; of a plain one the project file keeps the name, with an empty value. */
function withValues(
  old: Authentication,
  headers: Record<string, string>,
  transaction: Transaction,
): Record<string, string> {
  const known = old.headers ?? {};
  for (const name of Object.keys(known))
    if (!Object.hasOwn(headers, name)) transaction.setSecret(headerValueKey(name), undefined);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (value === '' && Object.hasOwn(known, name)) return [name, known[name] ?? ''];
      const isPlain = !isReference(value);
      transaction.setSecret(headerValueKey(name), isPlain ? value : undefined);
      return [name, isPlain ? '' : value];
    }),
  );
}
