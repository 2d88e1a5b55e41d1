/** The one table of errors: every kind, its JSON-RPC number, its HTTP status and its meaning. */

export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  execution: -32000,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

interface ErrorRow {
  code: (typeof RPC_CODES)[keyof typeof RPC_CODES];
  httpStatus: number;
  meaning: string;
}

const execution = (meaning: string, httpStatus = 200): ErrorRow => ({ code: RPC_CODES.execution, httpStatus, meaning });

/** `kind` is sent as `data.reason` in replies and must stay stable. */
export const ERRORS = {
  'parse-error': { code: RPC_CODES.parse, httpStatus: 400, meaning: 'The body is not valid JSON.' },
  'invalid-request': { code: RPC_CODES.invalidRequest, httpStatus: 400, meaning: 'The JSON is not a valid request.' },
  'method-not-found': { code: RPC_CODES.methodNotFound, httpStatus: 200, meaning: 'No such method or tool.' },
  'invalid-params': {
    code: RPC_CODES.invalidParams,
    httpStatus: 200,
    meaning: 'The arguments are invalid, whatever the project holds.',
  },
  internal: { code: RPC_CODES.internal, httpStatus: 200, meaning: 'An error in Steploom itself.' },
  unauthorized: execution('The token is missing, unknown, expired or revoked.', 401),
  forbidden: execution('The token does not cover this tool or project, or the project password is wrong.', 403),
  'rate-limited': execution('Too many calls; wait and try again.', 429),
  'host-refused': execution('The Host or Origin header does not belong to this service.', 403),
  'content-type': execution('The content type must be application/json.', 415),
  'header-mismatch': {
    code: RPC_CODES.headerMismatch,
    httpStatus: 400,
    meaning: 'An MCP header contradicts the body.',
  },
  'incomplete-meta': {
    code: RPC_CODES.invalidParams,
    httpStatus: 400,
    meaning: 'The request lacks what MCP requires in `_meta`.',
  },
  'session-ended': execution('The MCP session has ended; begin another with initialize.', 404),
  'unsupported-version': {
    code: RPC_CODES.unsupportedVersion,
    httpStatus: 400,
    meaning: 'This revision of MCP is not supported.',
  },
  'missing-capability': {
    code: RPC_CODES.missingCapability,
    httpStatus: 400,
    meaning: 'The MCP client lacks a capability that the request needs.',
  },
  'too-large': { code: RPC_CODES.invalidRequest, httpStatus: 413, meaning: 'The body is too large.' },
  'not-found': execution('The project has no such thing.'),
  conflict: execution('It was changed since it was read.'),
  'in-use': execution('Other parts of the project use it.'),
  'name-taken': execution('The name is taken already.'),
  'invalid-project': execution('The content does not fit the rest of the project.'),
  'damaged-file': execution('A project file cannot be read.'),
  'read-only': execution('The project is read-only at the moment.'),
  'disk-full': execution('There is no space left for the project files.'),
  'store-failed': execution('The disk failed; the project must be reopened.'),
  'project-locked': execution('Another process has the project open.'),
  'nothing-to-undo': execution('No edit of this caller can be undone or redone.'),
  'ide-not-open': execution('No IDE window is open for the project.'),
  'app-not-open': execution('The app window is not open.'),
  'taken-over': execution('A person has taken over the browser.'),
  'run-in-progress': execution('A run is in progress.'),
  'not-running': execution('No run is in progress.'),
  'not-paused': execution('The run is not paused.'),
  'already-paused': execution('The run is paused already.'),
  'no-run': execution('Nothing has run yet.'),
  'locator-not-found': execution('No element matches the locator.'),
  'page-error': execution('The page could not be reached or answered with an error.'),
  'page-misbehaved': execution(
    'The page, or a service worker of its site, exceeded a limit; most such windows are closed.',
  ),
  'browser-missing': execution('No browser was found.'),
  'browser-lost': execution('The browser was lost.'),
  'feature-server-failed': execution(
    'The feature server failed: the service that has the features or takes the results.',
  ),
  'queue-failed': execution('The queue of work, or what works on it, failed.'),
  timeout: execution('The time limit was reached.'),
  busy: execution('Too much is in progress; try again.'),
  stopped: execution('The call was cancelled.'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorKind = keyof typeof ERRORS;

const KINDS = Object.keys(ERRORS).filter((name): name is ErrorKind => Object.hasOwn(ERRORS, name));

interface ErrorDetail {
  /** Name of the argument at fault, e.g. `actions[2].locator`. */
  field?: string;
  expected?: string;
  /** The tool or step that helps next. */
  next?: string;
  /** Underlying error, for the log only. */
  cause?: unknown;
  /** More facts for programs, merged into `data`. */
  facts?: Record<string, unknown>;
}

/** A request that cannot be served; the message lets the caller act on it. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly detail: ErrorDetail;

  constructor(kind: ErrorKind, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.detail = detail;
  }
}

export const isAppError = (error: unknown, kind?: ErrorKind): error is AppError =>
  error instanceof AppError && (kind === undefined || error.kind === kind);

export const toErrorKind = (reason: string | undefined): ErrorKind => KINDS.find(kind => kind === reason) ?? 'internal';

/** Names the field as the caller did; other errors stay as they are. */
export function renameField(error: unknown, rename: (field: string) => string): unknown {
  if (!isAppError(error) || error.detail.field === undefined) return error;
  return new AppError(error.kind, error.message, { ...error.detail, field: rename(error.detail.field) });
}

/** More than anybody fixes at once; the rest is only counted. */
const MOST_LISTED = 20;

const faultsOf = (error: AppError): readonly object[] => {
  const { field, facts } = error.detail;
  const faults: unknown = facts?.faults;
  return Array.isArray(faults) ? faults : [{ field, message: error.message }];
};

export function inOne(errors: readonly AppError[]): AppError {
  const [first, second] = errors;
  if (first === undefined) return new AppError('invalid-params', 'The arguments are not valid.');
  if (second === undefined) return first;
  const messages = errors.slice(0, MOST_LISTED).map(({ message }) => message);
  const rest = errors.length > MOST_LISTED ? [`${errors.length - MOST_LISTED} more are wrong.`] : [];
  const { field, expected, next } = first.detail;
  const faults = errors.flatMap(faultsOf).slice(0, MOST_LISTED);
  return new AppError(first.kind, [...messages, ...rest].join(' '), { field, expected, next, facts: { faults } });
}

export function refuseAll(errors: readonly AppError[]): void {
  if (errors.length > 0) throw inOne(errors);
}
