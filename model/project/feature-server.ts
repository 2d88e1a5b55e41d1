import { z } from 'zod';
import { TextValue } from '../names/codes.ts';

const SAMPLE = /^sample:/i;

export const isSampleAddress = (text: string): boolean => SAMPLE.test(text);

export const FEATURE_SERVER_TYPES = ['xray-cloud', 'xray-server', 'folder', 'url'] as const;

const MOST_INFO_CHARACTERS = 100_000;

/** May also be a `{{env.NAME}}` or `{{secret.NAME}}`. */
export const SettingText = TextValue.max(4_000);

export const AddressText = z
  .string()
  .max(4_000)
  .refine(
    text => isReference(text) || isWebAddress(text),
    'an http or https address without a user name, or {{env.NAME}}',
  );

/** Matches the base name of a file: `*` any text, `?` one character. */
export const MatchFile = z
  .string()
  .min(1)
  .max(200)
  .refine(text => !/[/\\]/.test(text), 'a pattern of a file name, without folders, e.g. *.feature');

export const DEFAULT_MATCH_FILE = '*.feature';

export const KeyPrefix = z.string().regex(/^[^\s@]{0,50}$/, 'text without spaces or @, e.g. TEST_');

const StatusWord = z.string().min(1).max(50);
/** The service's own words for statuses of steps. */
export const StatusMap = z.strictObject({
  passed: StatusWord.optional(),
  failed: StatusWord.optional(),
  skipped: StatusWord.optional(),
  pending: StatusWord.optional(),
  undefined: StatusWord.optional(),
});
export type StatusMap = z.infer<typeof StatusMap>;

/** The service's names for environments of the project; others keep their name. */
export const TestEnvironments = z
  .record(z.string().min(1).max(200), z.array(z.string().min(1).max(100)).min(1).max(20))
  .refine(map => Object.keys(map).length <= 100, 'at most 100 environments');
export type TestEnvironments = z.infer<typeof TestEnvironments>;

export const ProjectKey = z.string().regex(/^[A-Z][A-Z0-9_]{0,49}$/, 'a project key, e.g. SHOP');

/** Sent with uploaded results, in the service's own fields. */
export const UploadInfo = z
  .record(z.string().max(200), z.unknown())
  .refine(
    info => JSON.stringify(info).length <= MOST_INFO_CHARACTERS,
    `at most ${MOST_INFO_CHARACTERS} characters as JSON`,
  );

/** As in the project file: token and client secret only as `{{ … }}` references; plain ones are in the secrets file. */
export const FeatureServer = z.strictObject({
  type: z.enum(FEATURE_SERVER_TYPES),
  /** A path for the type `folder`. */
  fileListUrl: z.string().max(4_000).optional(),
  token: SettingText.optional(),
  clientId: SettingText.optional(),
  clientSecret: SettingText.optional(),
  matchFile: MatchFile.optional(),
  authUrl: AddressText.optional(),
  importUrl: AddressText.optional(),
  keyPrefix: KeyPrefix.optional(),
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

export const isReference = (text: string): boolean => /^\s*\{\{[^{}]*\}\}\s*$/.test(text);

const isWebAddress = (text: string): boolean => webAddress(text) !== undefined;

/**
 * A web address without what services cannot handle: `//` in the path and `#…`. Undefined for other texts, and for one
 * with a user name or password, which would be shown with it.
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

export function issueUrlOf(settings: Pick<FeatureServer, 'type' | 'fileListUrl' | 'issueUrl'> | undefined) {
  const { type, fileListUrl = '', issueUrl } = settings ?? {};
  const own = issueUrl === undefined ? undefined : webAddress(issueUrl);
  if (own !== undefined) return own.href.replace(/([^/=])$/, '$1/');
  const server = type === 'xray-server' ? webAddress(fileListUrl) : undefined;
  if (server === undefined || !SERVER_API.test(server.pathname)) return undefined;
  return `${server.origin}${server.pathname.replace(SERVER_API, '')}/browse/`;
}

/** Origins that credentials are sent to; a reference is taken literally. */
export function originsOf({ fileListUrl, authUrl, importUrl }: Omit<FeatureServer, 'type'>): Set<string> {
  const texts = [fileListUrl, authUrl, importUrl].filter(text => text !== undefined);
  return new Set(texts.map(originOf));
}

/** The sample service is one host, whatever it is asked for. */
const originOf = (text: string): string => (isSampleAddress(text) ? 'sample:' : (webAddress(text)?.origin ?? text));

export const FETCH_STAGES = ['sign in', 'fetch', 'unpack', 'match'] as const;

export const Stage = z.enum([...FETCH_STAGES, 'upload', 'push']);
export type Stage = z.infer<typeof Stage>;
