import { createHash } from 'node:crypto';
import { AppError } from '../../model/errors/errors.ts';
import type { IncomingFile } from '../../model/feature/feature-files.ts';
import { isSampleAddress, type Stage } from '../../model/project/feature-server.ts';
import { createRedactor } from '../../model/values/redactor.ts';
import { type Patience, pause } from './http/patient.ts';
import type { Proxies } from './http/proxies.ts';
import { requireMatches, unpack, unreadableFault } from './match-files.ts';
import type { OwnCredentials } from './own-credentials.ts';
import type {
  ConnectionSettings,
  Credentials,
  PushAnswer,
  PushedFeatures,
  ReportToUpload,
  ServerSignIn,
  UploadAnswer,
} from './ports.ts';
import { FEATURE_SERVICES } from './services.ts';
import { stageFailure } from './stage-failure.ts';
import { cancelledAt, type StageResult, Talk } from './talk.ts';

/** External services that have the features and take the results. Knows settings, but no tool and no project. */

const HOUR_MS = 3_600_000;
/** Tokens live 24 hours; one that ends within a call would only cost a second sign-in. */
const TOKEN_LIFE_MS = 23 * HOUR_MS;
/** Earlier tokens that are still masked. */
const REMEMBERED_TOKENS = 10;

export interface TestManagementOptions extends OwnCredentials {
  patience: Patience;
  checkMs: number;
  fetchMs: number;
  idleMs: number;
  uploadMs: number;
  proxies?: Proxies | undefined;
  /** Starts the sample service of `sample:` addresses. */
  sampleUrl?: (() => Promise<string>) | undefined;
}

interface StageListener {
  signal: AbortSignal;
  onStage?: (stage: Stage) => void;
}

interface Fetched {
  files: IncomingFile[];
  stages: StageResult[];
}

interface Pushed {
  answer: PushAnswer;
  files: IncomingFile[];
  fault?: string;
}

/** Keeps addresses short. */
const KEYS_AT_ONCE = 100;

const DEFAULTS: TestManagementOptions = {
  patience: { pause, random: Math.random, now: Date.now },
  checkMs: 30_000,
  fetchMs: 120_000,
  idleMs: 20_000,
  uploadMs: 300_000,
};

export class TestManagement {
  readonly own: OwnCredentials;
  /** Values to mask. */
  secrets: readonly string[];
  readonly #options: TestManagementOptions;
  readonly #ownSecrets: readonly string[];
  readonly #tokens = new Set<string>();
  #kept: { key: string; credentials: Credentials; until: number } | undefined;

  constructor(options: Partial<TestManagementOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    const { clientId, clientSecret, credentialHosts, proxies } = this.#options;
    this.own = { ...(clientId ? { clientId } : {}), ...(clientSecret ? { clientSecret } : {}), credentialHosts };
    this.#ownSecrets = [...(clientSecret ? [clientSecret] : []), ...(proxies?.secrets ?? [])];
    this.secrets = this.#ownSecrets;
  }

  /** Resolves `sample:`. Errors: `invalid-project`. */
  async addressOf(text: string, usesSamples: boolean): Promise<string> {
    if (!isSampleAddress(text)) return text;
    const { sampleUrl } = this.#options;
    if (usesSamples && sampleUrl !== undefined) return (await sampleUrl()) + text.slice(text.indexOf(':') + 1);
    throw new AppError('invalid-project', 'The feature server is "sample:", but the setting sampleShop is not on.', {
      next: 'editProject',
    });
  }

  signOut(): void {
    this.#kept = undefined;
  }

  /** A trial: signs in again, fetches and unpacks, keeps nothing. Failures are in the stages. Errors: `stopped`. */
  async check(settings: ConnectionSettings, waiting: StageListener): Promise<Fetched> {
    const talk = this.#talk(settings, waiting, this.#options.checkMs);
    try {
      return { files: await this.#fetch(settings, talk, true), stages: talk.stages };
    } catch (error) {
      if (waiting.signal.aborted || talk.stages.every(({ ok }) => ok)) throw error;
      return { files: [], stages: talk.stages };
    }
  }

  /** Errors: `feature-server-failed`, `stopped`. */
  async fetchFeatures(settings: ConnectionSettings, waiting: StageListener): Promise<IncomingFile[]> {
    return this.#fetch(settings, this.#talk(settings, waiting, this.#options.fetchMs), false);
  }

  /** Sends a report, without retries. Errors: `feature-server-failed`, `stopped`. */
  async upload(settings: ConnectionSettings, results: ReportToUpload, waiting: StageListener): Promise<UploadAnswer> {
    const talk = this.#talk(settings, waiting, this.#options.uploadMs);
    const { sink } = FEATURE_SERVICES[settings.type];
    if (sink === undefined)
      throw stageFailure(
        'upload',
        `a feature server of the type ${settings.type} takes no results. Set another type with configureFeatureServer.`,
      );
    const signIn = await this.#signIn(settings, talk, false);
    return talk.stage('upload', () => sink(settings).upload(talk, signIn, results));
  }

  /** Sends features once and fetches the resulting tests; `fault`: why the latter failed. Errors: as `upload`. */
  async pushFeatures(settings: ConnectionSettings, pushed: PushedFeatures, waiting: StageListener): Promise<Pushed> {
    const talk = this.#talk(settings, waiting, this.#options.uploadMs);
    const { target } = FEATURE_SERVICES[settings.type];
    if (target === undefined)
      throw stageFailure('push', `a feature server of the type ${settings.type} takes no features.`);
    const signIn = await this.#signIn(settings, talk, false);
    const { push, exported } = target(settings);
    const answer = await talk.stage('push', () => push(talk, signIn, pushed));
    const files: IncomingFile[] = [];
    try {
      for (let start = 0; start < answer.tests.length; start += KEYS_AT_ONCE) {
        const keys = answer.tests.slice(start, start + KEYS_AT_ONCE);
        const parcel = await talk.stage('fetch', () => exported(keys).fetch(talk, signIn));
        files.push(...requireMatches(await talk.stage('unpack', () => unpack(parcel, '*', talk)), '*'));
      }
    } catch (error) {
      if (waiting.signal.aborted) throw cancelledAt('push');
      return { answer, files, fault: error instanceof Error ? error.message : String(error) };
    }
    return { answer, files };
  }

  async #fetch(settings: ConnectionSettings, talk: Talk, isFresh: boolean): Promise<IncomingFile[]> {
    const { matchFile } = settings;
    const signIn = await this.#signIn(settings, talk, isFresh);
    const source = FEATURE_SERVICES[settings.type].source(settings);
    const parcel = await talk.stage('fetch', () => source.fetch(talk, signIn));
    const unpacked = await talk.stage('unpack', () => unpack(parcel, matchFile, talk));
    return talk.stage('match', async () => {
      const files = requireMatches(unpacked, matchFile);
      // Otherwise a password or a broken transfer would mark all features as removed from the server.
      const fault = await unreadableFault(files);
      if (fault !== undefined) throw stageFailure('match', fault);
      return files;
    });
  }

  async #signIn(settings: ConnectionSettings, talk: Talk, isFresh: boolean): Promise<ServerSignIn> {
    const signIn = this.#keeping(FEATURE_SERVICES[settings.type].signIn(settings), settings);
    if (signIn.isActive) await talk.stage('sign in', () => signIn.credentials(talk, isFresh));
    return signIn;
  }

  #keeping(signIn: ServerSignIn, settings: ConnectionSettings): ServerSignIn {
    if (!signIn.isActive) return signIn;
    const key = createHash('sha256').update(JSON.stringify(settings)).digest('base64');
    return {
      isActive: true,
      credentials: async (talk, isFresh) => {
        const now = this.#options.patience.now();
        const kept = this.#kept;
        if (!isFresh && kept?.key === key && now < kept.until) return kept.credentials;
        this.#kept = undefined;
        const credentials = await signIn.credentials(talk, true);
        this.#remember(Object.values(credentials));
        this.#kept = { key, credentials, until: now + TOKEN_LIFE_MS };
        return credentials;
      },
    };
  }

  #remember(values: readonly string[]): void {
    for (const value of values) this.#tokens.add(value.replace(/^\w+ /, ''));
    for (const old of [...this.#tokens].slice(0, -REMEMBERED_TOKENS)) this.#tokens.delete(old);
    this.secrets = [...this.#ownSecrets, ...this.#tokens];
  }

  #talk(
    { token, clientId, clientSecret }: ConnectionSettings,
    { signal, onStage }: StageListener,
    limitMs: number,
  ): Talk {
    const basic = Buffer.from(`${clientId ?? ''}:${clientSecret ?? ''}`).toString('base64');
    const known = [token, clientSecret, basic, ...(this.#options.proxies?.secrets ?? [])].filter(
      value => value !== undefined,
    );
    const mask = (text: string) => createRedactor([...known, ...this.#tokens])(text);
    const { patience, proxies, idleMs } = this.#options;
    return new Talk({ patience, proxies, limitMs, idleMs, signal, mask, onStage });
  }
}
