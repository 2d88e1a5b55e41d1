import { readFile } from 'node:fs/promises';
import { AppError } from '../../../model/errors/errors.ts';
import { readTestReference } from '../../../model/names/codes.ts';
import {
  type Authentication,
  type AuthenticationRole,
  findRole,
  headerValueKey,
  rolePasswordKey,
  rolesThere,
} from '../../../model/project/authentication.ts';
import { BrowserState } from '../../../model/project/browser-state.ts';
import { isReference } from '../../../model/project/feature-server.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { EnvironmentValues, PlannedActor, PlannedItem } from '../../../model/protocol/bridge.ts';
import type { Identity, SignIn } from '../../../model/protocol/identity.ts';
import { findProjectFile } from './find-project-file.ts';
import { performedTests } from './performed-tests.ts';
import { actorsOf } from './plan-actors.ts';
import type { Asking, RunnableProject } from './run-request.ts';
import type { StateKey } from './sign-in-states.ts';

const REFERENCE = /\{\{\s*(env|secret)\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

class SignInValues {
  readonly #environment: EnvironmentValues;
  readonly #missing = new Set<string>();

  constructor(environment: EnvironmentValues) {
    this.#environment = environment;
  }

  /** `what` names the value in messages. */
  fill(what: string, text: string): string {
    const filled = text.replace(REFERENCE, (_whole, group: string, name: string) => {
      const { variables, secrets } = this.#environment;
      const values = group === 'env' ? variables : secrets;
      if (!Object.hasOwn(values, name)) this.#missing.add(`${group}.${name}`);
      return values[name] ?? '';
    });
    if (filled === text && isReference(text))
      throw new AppError(
        'invalid-project',
        `The ${what} is ${text}, but only {{env.NAME}} and {{secret.NAME}} work there.`,
        {
          next: 'configureAuth',
        },
      );
    return filled;
  }

  refuseMissing(): void {
    if (this.#missing.size === 0) return;
    const { name } = this.#environment;
    const missing = [...this.#missing];
    const [where, next] =
      name === undefined
        ? ['there is no environment', 'createEnvironment']
        : [`the environment "${name}" does not have them`, 'editEnvironment'];
    throw new AppError(
      'invalid-project',
      `The sign-in settings need ${missing.join(', ')}, but ${where}. Set them with ${next}.`,
      { field: 'environment', next, facts: { missing } },
    );
  }
}

interface IdentityRequest {
  project: Pick<RunnableProject, 'store' | 'folder' | 'signIns'>;
  content: VersionContent;
  environment: EnvironmentValues;
  appUrl: string | undefined;
  role?: string | undefined;
  isTried?: boolean | undefined;
}

/** Errors: `not-found` (role of the run), `invalid-project` (roles of tests, settings that cannot work). */
export async function withIdentities(request: IdentityRequest, items: readonly Asking[]): Promise<PlannedItem[]> {
  const planner = new IdentityPlanner(request);
  planner.refuseUnknownRole();
  const planned: PlannedItem[] = [];
  for (const { role, ...item } of items) {
    const identity = item.isSkipped ? undefined : await planner.identityOf(item, role);
    const own = identity === undefined ? item : { ...item, ...planner.parametersOf(item, identity), identity };
    planned.push(await planner.withActors(own));
  }
  return planned;
}

class IdentityPlanner {
  readonly #request: IdentityRequest;
  readonly #authentication: Authentication;
  readonly #values: SignInValues;
  /** By role; `bare` is for the sign-in test itself, which begins signed out. */
  readonly #known = {
    identities: new Map<string | undefined, Identity>(),
    bare: new Map<string | undefined, Identity>(),
  };

  constructor(request: IdentityRequest) {
    this.#request = request;
    this.#authentication = request.content.project.authentication ?? { method: 'none' };
    this.#values = new SignInValues(request.environment);
  }

  refuseUnknownRole(): void {
    const { role } = this.#request;
    if (findRole(this.#authentication, role).isKnown) return;
    throw new AppError('not-found', `No role "${role}". ${rolesThere(this.#authentication)}`, {
      field: 'role',
      next: 'getAuthConfig',
    });
  }

  async identityOf({ test, suite }: PlannedItem, asked: string | undefined): Promise<Identity | undefined> {
    const own = asked ?? test.actors?.[0]?.role ?? test.role ?? suite?.test.role;
    return await this.#identityAs(this.#request.role ?? own, test);
  }

  /** Each signs in as its own role, else as that of the test. */
  async withActors(item: PlannedItem): Promise<PlannedItem> {
    const actors: PlannedActor[] = [];
    for (const actor of actorsOf(this.#request.content, item)) {
      const role = actor.role ?? item.test.role ?? item.suite?.test.role;
      const identity = await this.#identityAs(role, item.test);
      actors.push(identity === undefined ? actor : { ...actor, identity });
    }
    return actors.length === 0 ? item : { ...item, actors };
  }

  async #identityAs(name: string | undefined, test: Test): Promise<Identity | undefined> {
    const { method, roles = [] } = this.#authentication;
    // Where nobody signs in, roles of tests have no effect.
    if (method === 'none' && roles.length === 0) return undefined;
    const { role, isKnown } = findRole(this.#authentication, name);
    if (!isKnown)
      throw new AppError(
        'invalid-project',
        `Test ${test.testCode} asks for the role "${name}", which there is not. ${rolesThere(this.#authentication)}`,
        { next: 'configureAuth', facts: { testCode: test.testCode } },
      );
    if (role === undefined && name !== undefined) return undefined;
    const isSignIn = this.#isSignIn(test);
    const known = isSignIn ? this.#known.bare : this.#known.identities;
    const identity = known.get(role?.role) ?? (await this.#make(role, isSignIn));
    known.set(role?.role, identity);
    return identity;
  }

  /** Run by itself, the sign-in test gets the role's values as in a sign-in. */
  parametersOf({ test, parameters }: PlannedItem, person: Identity): Partial<PlannedItem> {
    if (!this.#isSignIn(test)) return {};
    const names = (test.parameters ?? []).map(({ name }) => name);
    return { parameters: { ...roleParameters(names, person), ...parameters } };
  }

  #isSignIn({ testCode }: Test): boolean {
    const { signInTest } = this.#authentication;
    return signInTest !== undefined && readTestReference(signInTest).testCode === testCode;
  }

  async #make(role: AuthenticationRole | undefined, isSignIn: boolean): Promise<Identity> {
    const { identityCheck: check } = this.#authentication;
    const base = { ...this.#person(role), origins: this.#origins(), ...(check && { check }) };
    const identity = await this.#withMeans(base, role, isSignIn);
    this.#values.refuseMissing();
    return identity;
  }

  async #withMeans(base: Identity, role: AuthenticationRole | undefined, isSignIn: boolean): Promise<Identity> {
    const { method } = this.#authentication;
    if (method === 'basic') return { ...base, credentials: this.#credentials(base) };
    if (method === 'header') return { ...base, headers: this.#headers(base) };
    if (method === 'none' || isSignIn) return base;
    return planState({ ...this.#request, authentication: this.#authentication, role }, base);
  }

  #person(role: AuthenticationRole | undefined): Pick<Identity, 'role' | 'username' | 'password'> {
    if (role === undefined) return {};
    const password = role.password ?? this.#request.project.store.secrets.get(rolePasswordKey(role.role));
    const fill = (what: string, text: string | undefined) =>
      text === undefined ? {} : { [what]: this.#values.fill(`${what} of role "${role.role}"`, text) };
    return { role: role.role, ...fill('username', role.username), ...fill('password', password) };
  }

  #origins(): string[] {
    const { appUrl, environment } = this.#request;
    const urls = [appUrl ?? '', ...Object.values(environment.apps)];
    return [...new Set(urls.flatMap(url => (/^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : [])))];
  }

  #credentials({ role, username, password = '', origins }: Identity): NonNullable<Identity['credentials']> {
    if (username === undefined)
      throw unusable(role === undefined ? 'there are no roles' : `role "${role}" has no username`);
    this.#refuseNowhere(origins);
    return { username, password };
  }

  #headers({ origins }: Identity): NonNullable<Identity['headers']> {
    const { headers = {} } = this.#authentication;
    if (Object.keys(headers).length === 0) throw unusable('there are no headers');
    this.#refuseNowhere(origins);
    const { secrets } = this.#request.project.store;
    return Object.fromEntries(
      Object.entries(headers).map(([name, text]) => {
        const value = text === '' ? (secrets.get(headerValueKey(name)) ?? '') : text;
        return [name, this.#values.fill(`value of the header ${name}`, value)];
      }),
    );
  }

  #refuseNowhere(origins: readonly string[]): void {
    if (origins.length > 0) return;
    const next = 'editProject';
    const message = 'Credentials and headers go to the application alone, but the project has no app address.';
    throw new AppError('invalid-project', `${message} Set it with ${next}.`, { field: 'appUrl', next });
  }
}

const EXPECTED = 'a JSON file under files/ with the storage state of a browser: {"cookies": […], "origins": […]}';

/** Errors must not show what is in the file: it signs in. */
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
    // `safeParse` then refuses it.
    return undefined;
  }
}

interface StateRequest extends Omit<IdentityRequest, 'role'> {
  authentication: Authentication;
  role: AuthenticationRole | undefined;
}

const MINUTE_MS = 60_000;
/** Without a check that a state still works, it serves only the run that made it. */
const DEFAULT_MINUTES = { checked: 30, unchecked: 0 };

async function planState(request: StateRequest, person: Identity): Promise<Identity> {
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

const roleParameters = (names: readonly string[], person: Identity): Record<string, string> =>
  Object.fromEntries(
    (['username', 'password', 'role'] as const)
      .filter(name => names.includes(name) && person[name] !== undefined)
      .map(name => [name, `{{auth.${name}}}`]),
  );

/** A state is good only for what it was made with. */
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

const unusable = (reason: string): AppError =>
  new AppError('invalid-project', `Nobody can be signed in: ${reason}. Set what is missing with configureAuth.`, {
    next: 'configureAuth',
  });
