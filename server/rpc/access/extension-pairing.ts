import { randomInt } from 'node:crypto';
import { AppError } from '../../../model/errors/errors.ts';
import type { ProjectId } from '../../../model/names/codes.ts';
import { EXTENSION_ORIGIN } from '../../../model/protocol/channel/extension.ts';
import type { Admission, Admit } from '../../../model/protocol/channel/page-service.ts';
import type { PairedBrowser, Pairing } from '../../tools/define/page-address.ts';
import type { RequestGuard } from './guard.ts';
import type { Sessions } from './sessions.ts';
import { SignInCodes } from './sign-in-codes.ts';

/** Omits letters that look like others: people type them. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/;
const CODE_MINUTES = 5;
const MOST_TRIES = 10;

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export class ExtensionPairing implements Pairing {
  readonly #sessions: Sessions;
  readonly #codes: SignInCodes;
  readonly #projects = new Map<string, ProjectId>();
  #failures = 0;

  constructor(sessions: Sessions, now: () => number = Date.now) {
    this.#sessions = sessions;
    this.#codes = new SignInCodes(now, { minutes: CODE_MINUTES, make: () => `${letters(4)}-${letters(4)}` });
  }

  createCode(projectId: ProjectId): { code: string; expiresAt: string } {
    const made = this.#codes.create();
    this.#projects.set(made.code, projectId);
    return made;
  }

  devicesOf(projectId: ProjectId): PairedBrowser[] {
    return this.#sessions
      .signedIn(EXTENSION_ORIGIN, projectId)
      .map(({ hash, name, lastUsedAt }) => ({ key: hash, name, lastUsedAt }));
  }

  async unpair(key: string): Promise<void> {
    await this.#sessions.remove(key);
  }

  /** Only the extension of Steploom may come in. Errors: `host-refused`. */
  admitBy(guard: RequestGuard): Admit {
    return ({ url, rawHeaders }) => {
      const { origins, others } = withoutOrigin(rawHeaders);
      const refusal = guard({ url, rawHeaders: others });
      if (refusal !== undefined) throw refusal;
      if (origins.length !== 1 || origins[0] !== EXTENSION_ORIGIN)
        throw new AppError('host-refused', 'Only the extension of Steploom may use this socket.');
      return value => (CODE.test(value) ? this.#byCode(value) : this.#byCredential(value));
    };
  }

  #byCredential(value: string): Admission | undefined {
    const { key, projectId } = this.#sessions.find(value, EXTENSION_ORIGIN) ?? {};
    return key === undefined || projectId === undefined ? undefined : this.#admit(key, projectId);
  }

  #byCode(code: string): Admission | undefined {
    const projectId = this.#projects.get(code);
    if (!this.#codes.redeem(code) || projectId === undefined) {
      this.#noteFailure();
      return undefined;
    }
    this.#projects.delete(code);
    const { key, value } = this.#sessions.add(EXTENSION_ORIGIN, projectId);
    return { ...this.#admit(key, projectId), credential: value };
  }

  #admit(key: string, projectId: ProjectId): Admission {
    return {
      projectId,
      device: { key, noteUse: name => this.#sessions.noteUse(key, name) },
      onEnd: listener => this.#sessions.onEnd(key, listener),
    };
  }

  /** Nobody finds a code by trying: after too many wrong ones no code is left. */
  #noteFailure(): void {
    this.#failures += 1;
    if (this.#failures < MOST_TRIES) return;
    this.#failures = 0;
    this.#codes.clear();
    this.#projects.clear();
  }
}

function withoutOrigin(rawHeaders: readonly string[]): { origins: string[]; others: string[] } {
  const origins: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === 'origin') origins.push(value);
    else others.push(name, value);
  }
  return { origins, others };
}
