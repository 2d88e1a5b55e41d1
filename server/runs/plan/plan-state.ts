import { readFile } from 'node:fs/promises';
import { AppError } from '../../../model/errors/errors.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import type { Authentication, AuthenticationRole } from '../../../model/project/authentication.ts';
import { BrowserState } from '../../../model/project/browser-state.ts';
import type { Identity, SignIn } from '../../../model/protocol/identity.ts';
import { findProjectFile } from './find-project-file.ts';
import { performedTests } from './performed-tests.ts';
import type { IdentityRequest } from './plan-identities.ts';
import type { StateKey } from './sign-in-states.ts';

const EXPECTED = 'a JSON file under files/ with the storage state of a browser: {"cookies": […], "origins": […]}';

/** The saved state of a browser in a file below `files/`. Errors: `invalid-project`, without what is in the file. */
async function readStateFile(projectFolder: string, file: string, role: string): Promise<BrowserState> {
  const refuse = (fault: string) =>
    new AppError('invalid-project', `The state file of role "${role}" cannot be used: ${fault}.`, {
      field: 'stateFile',
      expected: EXPECTED,
      next: 'configureAuth',
    });
  const found = await findProjectFile(projectFolder, file);
  if ('fault' in found) throw refuse(found.fault);
  const state = BrowserState.safeParse(parsed(await readFile(found.path, 'utf8')));
  if (!state.success) throw refuse(`files/${file} holds no state of a browser`);
  return state.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said by whoever looks at it.
    return undefined;
  }
}

interface StateRequest extends Omit<IdentityRequest, 'role'> {
  authentication: Authentication;
  role: AuthenticationRole | undefined;
}

const MINUTE_MS = 60_000;
/** Unless something shows that a state still does, it serves for the run that made it. */
const DEFAULT_MINUTES = { checked: 30, unchecked: 0 };

/**
 * Who is signed in by the state of a browser: by one that is kept and not too old, or by the sign-in test.
 * Errors: `invalid-project`.
 */
export async function planState(request: StateRequest, person: Identity): Promise<Identity> {
  const { authentication, role, project } = request;
  const { method, identityCheck, reuseMinutes } = authentication;
  const signIn = signInOf(request, person);
  const key = keyOf(request, person, signIn);
  const signOut = request.isTried ? signInOf(request, person, 'signOutTest') : undefined;
  const found = {
    ...person,
    ...(signIn && { signIn }),
    ...(signOut && { signOut }),
  };
  if (method === 'state' && role?.stateFile !== undefined) {
    const state = await readStateFile(project.folder, role.stateFile, role.role);
    project.signIns.remember(state);
    return { ...found, state };
  }
  const minutes = reuseMinutes ?? DEFAULT_MINUTES[identityCheck === undefined ? 'unchecked' : 'checked'];
  const maxAgeMs = method === 'state' ? undefined : minutes * MINUTE_MS;
  const state = await project.signIns.read(key, maxAgeMs);
  const isFound = state !== undefined || signIn !== undefined || (request.isTried && method === 'state');
  if (!isFound) throw lacking(authentication, role);
  const keep = (made: BrowserState | undefined) =>
    made === undefined || maxAgeMs === 0 ? project.signIns.drop(key) : project.signIns.keep(key, made);
  return { ...found, ...(state && { state }), keep };
}

/** The sign-in test, which gets the values of the role for parameters of these names. */
function signInOf(
  { authentication, content }: StateRequest,
  person: Identity,
  field: 'signInTest' | 'signOutTest' = 'signInTest',
): SignIn | undefined {
  const reference = authentication[field];
  if (reference === undefined) return undefined;
  const { testCode } = readTestReference(reference);
  const what = field === 'signInTest' ? 'sign-in' : 'sign-out';
  const [module, test] = [content.moduleOf(testCode), content.test(testCode)];
  if (module === undefined || test === undefined)
    throw unusable(`the ${what} test ${testCode} does not exist in version ${content.version.versionId}`);
  if (test.type === 'suite') throw unusable(`the ${what} test ${testCode} is a suite`);
  const names = (test.parameters ?? []).map(({ name }) => name);
  return { module, test, parameters: roleParameters(names, person) };
}

/** Values for those of the parameters that are called as what is known of a role. */
export const roleParameters = (names: readonly string[], person: Identity): Record<string, string> =>
  Object.fromEntries(
    (['username', 'password', 'role'] as const)
      .filter(name => names.includes(name) && person[name] !== undefined)
      .map(name => [name, `{{auth.${name}}}`]),
  );

/** A state is good for what it was made with: credentials, values, tests and addresses. */
function keyOf(request: StateRequest, person: Identity, signIn: SignIn | undefined): StateKey {
  const { content, environment, appUrl } = request;
  const { role, username, password, origins } = person;
  const tests = signIn && performedTests(content, signIn.test);
  return {
    place: [content.version.versionId, environment.name, role],
    madeWith: JSON.stringify([username, password, environment, appUrl, origins, tests]),
  };
}

function lacking({ method }: Authentication, role: AuthenticationRole | undefined): AppError {
  if (method === 'form') return unusable('there is no sign-in test');
  const whose = role === undefined ? '' : ` for role "${role.role}"`;
  return new AppError('invalid-project', `No sign-in is kept${whose}, and there is no state file. Call tryAuth.`, {
    next: 'tryAuth',
  });
}

export const unusable = (reason: string): AppError =>
  new AppError('invalid-project', `Nobody can be signed in: ${reason}. Set what is missing with configureAuth.`, {
    next: 'configureAuth',
  });
