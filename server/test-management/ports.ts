/** The seam to services of others: sign-in, feature source and result sink. A further service is one file. */
import type { FEATURE_SERVER_TYPES, FeatureServer } from '../../model/project/feature-server.ts';
import type { FeatureFile } from '../../model/project/features-file.ts';
import type { RawFile, RefusedFile } from './archive/read-archive.ts';
import { stageFailure } from './stage-failure.ts';
import type { Talk } from './talk.ts';

export type FeatureServerType = (typeof FEATURE_SERVER_TYPES)[number];

/** Settings with all references filled in and addresses read. */
export interface ConnectionSettings extends Pick<FeatureServer, 'info'> {
  type: FeatureServerType;
  /** An address, or the absolute path of a folder. */
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

/** Headers that say who asks. */
export type Credentials = Readonly<Record<string, string>>;

export interface ServerSignIn {
  /** Whether there is anything to be done for it before the first request. */
  readonly isActive: boolean;
  /** Errors: `feature-server-failed`. */
  credentials(talk: Talk, isFresh: boolean): Promise<Credentials>;
}

/** What a source gave: bytes that are an archive or a feature text, or files by themselves. */
export type Parcel =
  | { kind: 'bytes'; bytes: Buffer; contentType: string; status: number; fileName: string }
  | { kind: 'files'; files: RawFile[]; refused?: RefusedFile[] };

export interface FeatureFetcher {
  /** Errors: `feature-server-failed`. */
  fetch(talk: Talk, signIn: ServerSignIn): Promise<Parcel>;
}

export interface ReportToUpload {
  /** Cucumber JSON. */
  report: string;
  /** What is sent to the service about them, in its own fields. */
  info?: Readonly<Record<string, unknown>> | undefined;
}

/** The service's answer to an upload. */
export interface UploadAnswer {
  status: number;
  /** JSON as it came. */
  answer: unknown;
}

export interface ResultSink {
  /** Errors: `feature-server-failed`. */
  upload(talk: Talk, signIn: ServerSignIn, results: ReportToUpload): Promise<UploadAnswer>;
}

/** Features that are to become tests of a project of the service. */
export interface PushedFeatures {
  projectKey: string;
  files: readonly FeatureFile[];
}

/** What the service made of them: keys of issues, and what it did not take, in its words. */
export interface PushAnswer {
  tests: string[];
  preconditions: string[];
  errors: string[];
}

export interface PushTarget {
  /** Undefined: the settings do not tell it. */
  readonly url: URL | undefined;
  /** Errors: `feature-server-failed`. */
  push(talk: Talk, signIn: ServerSignIn, pushed: PushedFeatures): Promise<PushAnswer>;
  /** Where the service writes tests out, each under its key. */
  exported(keys: readonly string[]): FeatureFetcher;
}

/** A kind of service. */
export interface FeatureService {
  /** Addresses that follow from that of the file list. */
  addresses(fileListUrl: URL): { authUrl?: string; importUrl?: string };
  signIn(settings: ConnectionSettings): ServerSignIn;
  source: (settings: ConnectionSettings) => FeatureFetcher;
  /** Undefined where results cannot go. */
  sink: ((settings: ConnectionSettings) => ResultSink) | undefined;
  /** Undefined where features cannot go. */
  target?: ((settings: ConnectionSettings) => PushTarget) | undefined;
}
