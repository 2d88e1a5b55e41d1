import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../model/errors/errors.ts';
import type { RateLimiter } from '../../process/rate-limiter.ts';
import type { ProjectStore } from '../../store/edits/project-store.ts';
import { hashToken, isWellFormedToken, type TokenFile, type TokenSummary } from '../../store/tokens/token-file.ts';
import type { Caller } from '../../tools/define/define-tool.ts';
import { type ClosedProject, explainClosed } from '../../workspace/workspace.ts';
import { refuseTooMany } from './caller-limits.ts';
import { isHere } from './loopback.ts';

export interface ServedProject {
  readonly projectId: string;
  readonly tokens: Pick<TokenFile, 'enabled' | 'find' | 'touch'>;
  readonly store?: Pick<ProjectStore, 'notice'>;
}

export interface CallerCredentials {
  authorization: string | undefined;
  address: string | undefined;
  /** The same as `address` when the connection comes from this machine. */
  localAddress?: string | undefined;
}

/** Errors: `unauthorized`; `forbidden` while the project is not open; `rate-limited` after too many wrong tokens from one address. */
export type Authenticate = (credentials: CallerCredentials) => Caller;

interface AuthenticateOptions {
  projects(): readonly ServedProject[];
  closed?(): readonly ClosedProject[];
  /** Opens everything, from this machine only. */
  ownerSecret?: string | undefined;
  /** By address; a right token is never held up by it. */
  failures: RateLimiter;
  now?: () => Date;
}

export const OWNER: Caller = { actor: { id: 'owner', name: 'owner' }, access: 'owner', projectId: undefined };

export const PERSON: Caller = { actor: { id: 'person', name: 'a person' }, access: 'owner', projectId: undefined };
const HOW_TO_GET_ONE = 'steploom token create --project ID --name NAME --access read|write';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const bearerOf = (authorization = ''): string | undefined => /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];

/** What the header holds may be a password, so it is not repeated. */
function otherScheme(authorization: string): string {
  const scheme = /^([A-Za-z][\w-]{0,30}) /.exec(authorization)?.[1];
  const found =
    scheme === undefined || /^bearer$/i.test(scheme) ? 'This header has no token' : `${scheme} is not taken`;
  return `${found}: send "Authorization: Bearer svcmcp_…".`;
}

const unauthorized = (message: string, next: string): AppError => new AppError('unauthorized', message, { next });

export function createAuthenticate({
  projects,
  closed = () => [],
  ownerSecret,
  failures,
  now = () => new Date(),
}: AuthenticateOptions): Authenticate {
  const ownerDigest = ownerSecret === undefined ? undefined : digest(ownerSecret);
  const isOwner = (bearer: string, isHere: boolean): boolean =>
    ownerDigest !== undefined && timingSafeEqual(digest(bearer), ownerDigest) && isHere;

  function ofToken(bearer: string): Caller | undefined {
    if (!isWellFormedToken(bearer)) return undefined;
    const hash = hashToken(bearer);
    for (const { projectId, tokens } of projects()) {
      const token = valid(tokens, hash);
      if (token === undefined) continue;
      tokens.touch(token.tokenId);
      return { actor: { id: token.tokenId, name: token.name }, access: token.access, projectId };
    }
    for (const project of closed())
      if (project.tokens !== undefined && valid(project.tokens, hash) !== undefined)
        throw explainClosed(project, 'forbidden');
    return undefined;
  }

  function valid(tokens: Pick<TokenFile, 'enabled' | 'find'>, hash: string): TokenSummary | undefined {
    const token = tokens.find(hash);
    if (token === undefined) return undefined;
    // From here on the caller holds a real token, so the error may say what is wrong.
    const { name, expiresAt } = token;
    if (expiresAt !== undefined && Date.parse(expiresAt) <= now().getTime())
      throw unauthorized(`The token "${name}" expired on ${expiresAt}.`, HOW_TO_GET_ONE);
    if (!tokens.enabled)
      throw unauthorized(
        `The project's switch "Enable MCP API (LLM access)" is off.`,
        'Turn it on in the settings of the project.',
      );
    return token;
  }

  return ({ authorization, address = '', localAddress }) => {
    if (authorization === undefined)
      throw unauthorized('A token is needed: send "Authorization: Bearer svcmcp_…".', HOW_TO_GET_ONE);
    const bearer = bearerOf(authorization);
    if (bearer === undefined) throw unauthorized(otherScheme(authorization), HOW_TO_GET_ONE);
    if (isOwner(bearer, isHere({ address, localAddress }))) return OWNER;
    const caller = ofToken(bearer);
    if (caller !== undefined) return caller;
    refuseTooMany(failures.take(address), 'Too many wrong tokens from this address');
    throw unauthorized('Unknown token: mistyped, revoked, or from another server.', HOW_TO_GET_ONE);
  };
}
