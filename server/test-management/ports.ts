/** The interface to external services: sign-in, feature source and result sink. A further service is one file. */
import type { FEATURE_SERVER_TYPES, FeatureServer } from '../../model/project/feature-server.ts';
import type { FeatureFile } from '../../model/project/features-file.ts';
import type { RawFile, RefusedFile } from './archive/read-archive.ts';
import { stageFailure } from './stage-failure.ts';
import type { Talk } from './talk.ts';

export type FeatureServerType = (typeof FEATURE_SERVER_TYPES)[number];

export interface ConnectionSettings extends Pick<FeatureServer, 'info'> {
  type: FeatureServerType;
  fileListUrl: URL | string;
  matchFile: string;
  authUrl: URL | undefined;
  importUrl: URL | undefined;
  token: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
}

/** Errors: `feature-server-failed` for settings of another type. */
export function requireUrl({ fileListUrl }: ConnectionSettings): URL {
  if (fileListUrl instanceof URL) return fileListUrl;
  throw stageFailure('fetch', `"${fileListUrl}" is not an address. Set fileListUrl with configureFeatureServer.`, {
    fields: ['fileListUrl'],
  });
}

export type Credentials = Readonly<Record<string, string>>;

export interface ServerSignIn {
  /** Whether it sends requests of its own. */
  readonly isActive: boolean;
  credentials(talk: Talk, isFresh: boolean): Promise<Credentials>;
}

/** The bytes of an archive or a feature, or separate files. */
export type Parcel =
  | { kind: 'bytes'; bytes: Buffer; contentType: string; status: number; fileName: string }
  | { kind: 'files'; files: RawFile[]; refused?: RefusedFile[] };

export interface FeatureFetcher {
  fetch(talk: Talk, signIn: ServerSignIn): Promise<Parcel>;
}

export interface ReportToUpload {
  report: string;
  /** Fields of the execution, in the names of the service. */
  info?: Readonly<Record<string, unknown>> | undefined;
}

export interface UploadAnswer {
  /** Where the results went, after redirects. */
  url: URL;
  status: number;
  /** Parsed JSON, masked. */
  answer: unknown;
}

export interface ResultSink {
  /** Where such results go; undefined where it is not known. */
  addressFor(results: Pick<ReportToUpload, 'info'>): URL | undefined;
  upload(talk: Talk, signIn: ServerSignIn, results: ReportToUpload): Promise<UploadAnswer>;
}

export interface PushedFeatures {
  projectKey: string;
  files: readonly FeatureFile[];
}

export interface PushAnswer {
  /** Where the features went, after redirects. */
  url: URL;
  tests: string[];
  preconditions: string[];
  errors: string[];
}

export interface PushTarget {
  /** Undefined where it cannot be derived from the settings. */
  readonly url: URL | undefined;
  push(talk: Talk, signIn: ServerSignIn, pushed: PushedFeatures): Promise<PushAnswer>;
  /** Where the service exports tests, each under its key. */
  exported(keys: readonly string[]): FeatureFetcher;
}

export interface FeatureService {
  addresses(fileListUrl: URL): { authUrl?: string; importUrl?: string };
  signIn(settings: ConnectionSettings): ServerSignIn;
  source: (settings: ConnectionSettings) => FeatureFetcher;
  sink: ((settings: ConnectionSettings) => ResultSink) | undefined;
  target?: ((settings: ConnectionSettings) => PushTarget) | undefined;
}
