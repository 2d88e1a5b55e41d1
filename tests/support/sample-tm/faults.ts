import type { Request, Response } from 'express';
import { AppError } from '../../../model/errors/errors.ts';
import { nearestNames } from '../../../model/errors/nearest.ts';
import { ARCHIVE_FAULTS } from './archive-faults.ts';

export type FaultPlace = 'sign-in' | 'export' | 'import';

const DRIP_EVERY_MS = 100;
const WAIT_SECONDS = 2;
const HUGE_CHARACTERS = 1_000_000;

/** What answers in place of the service, at any of its three calls. */
const ANSWER_FAULTS = {
  unauthorized: (_request, response) => void response.status(401).type('text').send('Unauthorized'),
  forbidden: (_request, response) => void response.status(403).json({ error: 'The user may not do that.' }),
  'not-found': (_request, response) => void response.status(404).type('text').send('Not found'),
  'rate-limited': (_request, response) => void response.status(429).json({ error: 'Too many requests' }),
  'rate-limited-wait': (_request, response) =>
    void response.status(429).set('retry-after', String(WAIT_SECONDS)).json({ error: 'Too many requests' }),
  'server-error': (_request, response) => void response.status(503).type('text').send('Service unavailable'),
  hang: () => {},
  drip: (_request, response) => drip(response),
  reset: (_request, response) => reset(response),
  html: (_request, response) =>
    void response.type('html').send('<!doctype html><title>Sign in</title><h1>Sign in</h1>'),
  'json-error': (_request, response) => void response.json({ error: 'Something went wrong' }),
  empty: (_request, response) => void response.status(200).end(),
  redirect: (request, response) => response.redirect(302, elsewhere(request)),
  'redirect-loop': (request, response) => response.redirect(307, request.originalUrl),
} satisfies Record<string, (request: Request, response: Response) => void>;

/** Other ways to write a token than the quoted JSON string. */
const TOKEN_FAULTS = {
  'token-unquoted': (token, response) => void response.type('text').send(token),
  'token-object': (token, response) => void response.json({ access_token: token }),
  'token-huge': (_token, response) => void response.json('a'.repeat(HUGE_CHARACTERS)),
  'token-broken': (token, response) => void response.json(`${token}\r\nX-Injected: yes`),
} satisfies Record<string, (token: string, response: Response) => void>;

type AnswerFault = keyof typeof ANSWER_FAULTS;
type TokenFault = keyof typeof TOKEN_FAULTS;
type ArchiveFault = keyof typeof ARCHIVE_FAULTS;
type FaultName = AnswerFault | TokenFault | ArchiveFault;

const isIn = <Table extends object>(table: Table, name: PropertyKey): name is keyof Table => Object.hasOwn(table, name);
const isAnswerFault = (name: string): name is AnswerFault => isIn(ANSWER_FAULTS, name);
const isTokenFault = (name: string): name is TokenFault => isIn(TOKEN_FAULTS, name);
const isArchiveFault = (name: string): name is ArchiveFault => isIn(ARCHIVE_FAULTS, name);

const NAMES = [...Object.keys(ANSWER_FAULTS), ...Object.keys(TOKEN_FAULTS), ...Object.keys(ARCHIVE_FAULTS)];

const FAULT_HELP = `[sign-in/|export/|import/]NAME[*TIMES]; names: ${NAMES.join(', ')}`;

interface Fault {
  place: FaultPlace;
  name: FaultName;
  /** How often it still happens. */
  left: number;
}

/** The faults that a server has; each happens as often as was said. */
export class Faults {
  readonly #faults: Fault[];

  /** Errors: `invalid-params`. */
  constructor(texts: readonly string[]) {
    this.#faults = texts.map(readFault);
  }

  /** Whether a fault has answered. */
  answers(place: FaultPlace, request: Request, response: Response): boolean {
    const name = this.#take(place, isAnswerFault);
    if (name === undefined) return false;
    ANSWER_FAULTS[name](request, response);
    return true;
  }

  /** How a token is written. */
  sendToken(token: string, response: Response): void {
    const name = this.#take('sign-in', isTokenFault);
    if (name === undefined) response.json(token);
    else TOKEN_FAULTS[name](token, response);
  }

  /** What makes an archive, where it is not to be a good one. */
  archive() {
    const name = this.#take('export', isArchiveFault);
    return name === undefined ? undefined : ARCHIVE_FAULTS[name];
  }

  #take<Name extends FaultName>(place: FaultPlace, isOne: (name: string) => name is Name): Name | undefined {
    for (const fault of this.#faults) {
      const { name } = fault;
      if (fault.place !== place || fault.left === 0 || !isOne(name)) continue;
      fault.left -= 1;
      return name;
    }
    return undefined;
  }
}

const isFault = (name: string): name is FaultName => isAnswerFault(name) || isTokenFault(name) || isArchiveFault(name);

/** Where a fault can be, first where it is unless something else is said. */
function placesOf(name: string): readonly FaultPlace[] {
  if (isTokenFault(name)) return ['sign-in'];
  return isArchiveFault(name) ? ['export'] : ['export', 'sign-in', 'import'];
}

function readFault(text: string): Fault {
  const [, givenPlace, name = '', times] = /^(?:([\w-]+)\/)?([\w-]+)(?:\*(\d{1,4}))?$/.exec(text) ?? [];
  const places = placesOf(name);
  const place = givenPlace === undefined ? places[0] : places.find(each => each === givenPlace);
  if (place !== undefined && isFault(name))
    return { place, name, left: times === undefined ? Number.POSITIVE_INFINITY : Number(times) };
  const close = nearestNames(name, NAMES);
  const hint = close.length === 0 ? '' : ` Similar: ${close.join(', ')}.`;
  throw new AppError('invalid-params', `No fault "${text}".${hint} A fault is ${FAULT_HELP}.`);
}

function drip(response: Response): void {
  response.status(200).type('application/octet-stream');
  const timer = setInterval(() => response.write('P'), DRIP_EVERY_MS);
  response.on('close', () => clearInterval(timer));
}

function reset(response: Response): void {
  response.status(200).set('content-length', '1000').write('PK');
  setImmediate(() => response.socket?.resetAndDestroy());
}

/** The same server under another name, which is another origin. */
function elsewhere({ originalUrl, socket, hostname }: Request): string {
  const other = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return `http://${other}:${socket.localPort}${originalUrl}`;
}
