import { z } from 'zod';
import { TextValue } from '../names/codes.ts';

const SAMPLE = /^sample:/i;

/** Whether an address means a service that comes with Steploom. */
export const isSampleAddress = (text: string): boolean => SAMPLE.test(text);

export const FEATURE_SERVER_TYPES = ['xray-cloud', 'xray-server', 'folder', 'url'] as const;

const MOST_INFO_CHARACTERS = 100_000;

/** A value of the settings that may also be a `{{env.NAME}}` or `{{secret.NAME}}`. */
export const SettingText = TextValue.max(4_000);

/** An address as people write it; what it comes to is looked at when it is used. */
export const AddressText = z
  .string()
  .max(4_000)
  .refine(
    text => isReference(text) || isWebAddress(text),
    'an http or https address without a user name, or {{env.NAME}}',
  );

/** On the base name of a file: `*` matches any text, `?` one character. */
export const MatchFile = z
  .string()
  .min(1)
  .max(200)
  .refine(text => !/[/\\]/.test(text), 'a pattern of a file name, without folders, e.g. *.feature');

export const DEFAULT_MATCH_FILE = '*.feature';

/** What is written before issue keys in tags, e.g. `TEST_`. */
export const KeyPrefix = z.string().regex(/^[^\s@]{0,50}$/, 'text without spaces or @, e.g. TEST_');

const StatusWord = z.string().min(1).max(50);
/** Words for statuses of steps, where the service has its own. */
export const StatusMap = z.strictObject({
  passed: StatusWord.optional(),
  failed: StatusWord.optional(),
  skipped: StatusWord.optional(),
  pending: StatusWord.optional(),
  undefined: StatusWord.optional(),
});
export type StatusMap = z.infer<typeof StatusMap>;

/** What the environments of a project are called in the service; one that is not named there keeps its name. */
export const TestEnvironments = z
  .record(z.string().min(1).max(200), z.array(z.string().min(1).max(100)).min(1).max(20))
  .refine(map => Object.keys(map).length <= 100, 'at most 100 environments');
export type TestEnvironments = z.infer<typeof TestEnvironments>;

/** Key of the service's project in which executions are made. */
export const ProjectKey = z.string().regex(/^[A-Z][A-Z0-9_]{0,49}$/, 'a project key, e.g. SHOP');

/** What is sent to the service about uploaded results, in its own fields. */
export const UploadInfo = z
  .record(z.string().max(200), z.unknown())
  .refine(
    info => JSON.stringify(info).length <= MOST_INFO_CHARACTERS,
    `at most ${MOST_INFO_CHARACTERS} characters as JSON`,
  );

/**
 * Where features come from and results go to, as it is in the project file. Token and client secret are here only while
 * they are `{{ … }}` references; plain ones are in the secrets file.
 */
export const FeatureServer = z.strictObject({
  type: z.enum(FEATURE_SERVER_TYPES),
  /** For `folder` its path. */
  fileListUrl: z.string().max(4_000).optional(),
  token: SettingText.optional(),
  clientId: SettingText.optional(),
  clientSecret: SettingText.optional(),
  matchFile: MatchFile.optional(),
  authUrl: AddressText.optional(),
  importUrl: AddressText.optional(),
  keyPrefix: KeyPrefix.optional(),
  /** Where issues are looked at: their keys are put behind it. */
  issueUrl: AddressText.optional(),
  testEnvironments: TestEnvironments.optional(),
  projectKey: ProjectKey.optional(),
  statusMap: StatusMap.optional(),
  info: UploadInfo.optional(),
});
export type FeatureServer = z.infer<typeof FeatureServer>;

export const FEATURE_SERVER_SECRETS = ['token', 'clientSecret'] as const;
export type FeatureServerSecret = (typeof FEATURE_SERVER_SECRETS)[number];

export const featureServerSecretKey = (name: FeatureServerSecret): string => `integration/${name}`;

/** A value that only names where it is. */
export const isReference = (text: string): boolean => /^\s*\{\{[^{}]*\}\}\s*$/.test(text);

const isWebAddress = (text: string): boolean => webAddress(text) !== undefined;

/**
 * A web address without what makes services stumble: `//` in the path and what follows `#`. Undefined for other texts, and
 * for one with a user name or a password, which would show up wherever it is shown.
 */
export function webAddress(text: string): URL | undefined {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') return undefined;
  url.pathname = url.pathname.replace(/\/{2,}/g, '/');
  url.hash = '';
  return url;
}

const SERVER_API = /\/rest\/raven\/.*$/;

/** What an issue key is put behind to look at it, where that is known. */
export function issueUrlOf(settings: Pick<FeatureServer, 'type' | 'fileListUrl' | 'issueUrl'> | undefined) {
  const { type, fileListUrl = '', issueUrl } = settings ?? {};
  const own = issueUrl === undefined ? undefined : webAddress(issueUrl);
  if (own !== undefined) return own.href.replace(/([^/=])$/, '$1/');
  const server = type === 'xray-server' ? webAddress(fileListUrl) : undefined;
  if (server === undefined || !SERVER_API.test(server.pathname)) return undefined;
  return `${server.origin}${server.pathname.replace(SERVER_API, '')}/browse/`;
}

/** Origins that credentials are sent to; an address that is a reference is taken literally. */
export function originsOf({ fileListUrl, authUrl, importUrl }: Omit<FeatureServer, 'type'>): Set<string> {
  const texts = [fileListUrl, authUrl, importUrl].filter(text => text !== undefined);
  return new Set(texts.map(originOf));
}

/** The made-up service is one host, whatever it is asked for. */
const originOf = (text: string): string => (isSampleAddress(text) ? 'sample:' : (webAddress(text)?.origin ?? text));

/** What bringing features from a feature server goes through, in this order. */
export const FETCH_STAGES = ['sign in', 'fetch', 'unpack', 'match'] as const;

/** What any talk with a feature server goes through. */
export const Stage = z.enum([...FETCH_STAGES, 'upload', 'push']);
export type Stage = z.infer<typeof Stage>;
