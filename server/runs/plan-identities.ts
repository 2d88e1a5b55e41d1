import {
  type Authentication,
  type AuthenticationRole,
  findRole,
  headerValueKey,
  rolePasswordKey,
  rolesThere,
} from '../../model/project/authentication.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { EnvironmentValues, PlannedItem } from '../../model/protocol/bridge.ts';
import { AppError } from '../../model/protocol/errors.ts';
import type { Identity } from '../../model/protocol/identity.ts';
import type { RunnableProject } from './plan-run.ts';
import { SignInValues } from './sign-in-values.ts';

export interface IdentityRequest {
  project: Pick<RunnableProject, 'store' | 'folder'>;
  content: VersionContent;
  environment: EnvironmentValues;
  appUrl: string | undefined;
  /** For all items, whatever they say themselves. */
  role?: string | undefined;
}

/** A planned test with the role that it asks for. */
export type Asking = PlannedItem & { role?: string | undefined };

/**
 * Says of each item how it is signed in: as the role of the run, else of the item, else as the first one.
 * Errors: `not-found` (the role of the run), `invalid-project` (roles of tests, settings that cannot work).
 */
export async function withIdentities(request: IdentityRequest, items: readonly Asking[]): Promise<PlannedItem[]> {
  const planner = new IdentityPlanner(request);
  planner.refuseUnknownRole();
  return items.map(({ role, ...item }) => {
    const identity = item.isSkipped ? undefined : planner.identityOf(item, role);
    return identity === undefined ? item : { ...item, identity };
  });
}

class IdentityPlanner {
  readonly #request: IdentityRequest;
  readonly #authentication: Authentication;
  readonly #values: SignInValues;
  readonly #known = new Map<string | undefined, Identity>();

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

  identityOf({ test, suite }: PlannedItem, asked: string | undefined): Identity | undefined {
    const own = asked ?? test.role ?? suite?.test.role;
    const name = this.#request.role ?? own;
    const { method, roles = [] } = this.#authentication;
    // Where nobody signs in, the roles of tests are no more than remarks.
    if (method === 'none' && roles.length === 0) return undefined;
    const { role, isKnown } = findRole(this.#authentication, name);
    if (!isKnown)
      throw new AppError(
        'invalid-project',
        `Test ${test.testCode} asks for the role "${name}", which there is not. ${rolesThere(this.#authentication)}`,
        { next: 'configureAuth', facts: { testCode: test.testCode } },
      );
    if (role === undefined && name !== undefined) return undefined;
    return this.#remembered(role);
  }

  #remembered(role: AuthenticationRole | undefined): Identity {
    const known = this.#known.get(role?.role);
    if (known !== undefined) return known;
    const identity = this.#make(role);
    this.#values.refuseMissing();
    this.#known.set(role?.role, identity);
    return identity;
  }

  #make(role: AuthenticationRole | undefined): Identity {
    const base = { ...this.#person(role), origins: this.#origins() };
    switch (this.#authentication.method) {
      case 'basic':
        return { ...base, credentials: this.#credentials(base) };
      case 'header':
        return { ...base, headers: this.#headers(base) };
      default:
        return base;
    }
  }

  #person(role: AuthenticationRole | undefined): Pick<Identity, 'role' | 'username' | 'password'> {
    if (role === undefined) return {};
    const password = role.password ?? this.#request.project.store.secrets.get(rolePasswordKey(role.role));
    const fill = (what: string, text: string | undefined) =>
      text === undefined ? {} : { [what]: this.#values.fill(`${what} of role "${role.role}"`, text) };
    return { role: role.role, ...fill('username', role.username), ...fill('password', password) };
  }

  /** Where the application lies: its address, and those that the environment has for its parts. */
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

const unusable = (reason: string): AppError =>
  new AppError('invalid-project', `Nobody can be signed in: ${reason}. Set what is missing with configureAuth.`, {
    next: 'configureAuth',
  });
