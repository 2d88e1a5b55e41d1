import { createHash } from 'node:crypto';
import { freeze } from 'immer';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { explainIssues } from '../../../model/errors/explain-issues.ts';
import { type ModuleCode, VersionId } from '../../../model/names/codes.ts';
import { projectInWordsOfNow } from '../../../model/project/earlier-words.ts';
import { type Environment, EnvironmentsFile } from '../../../model/project/environment.ts';
import { type FeatureFile, FeaturesFile, NO_FEATURES } from '../../../model/project/features-file.ts';
import { LinksFile, NO_LINKS, sortedLinks } from '../../../model/project/link.ts';
import type { Module } from '../../../model/project/module.ts';
import { Project, Version } from '../../../model/project/project.ts';
import { parseJsonObject } from '../files/parse-json.ts';
import { moduleText, readModule, sameModule, settleModule } from './module-file.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';

/** Ignored by git. */
export const STATE_FOLDER = '.steploom';
export const PROJECT_PATH = 'project.json';
export const VERSIONS_FOLDER = 'versions';

/** Paths are relative to the folder of the version. */
interface KindRules<Value> {
  pathOf(value: Value): string;
  isAt(path: string): boolean;
  /** Undefined for a kind with one file per version. */
  folder?: {
    path: string;
    /** Whether a subfolder may hold such files too. */
    takes?(path: string): boolean;
  };
  /** Kept to the byte, not parsed as JSON. */
  isText?: boolean;
  /** Errors: `damaged-file`, naming file, field and reason. */
  read(file: ParsedFile): Value;
  /** Gives what reading the file would give, looking only at changes. Errors: those of zod. */
  settle(value: Value): Value;
  /** Only for a value that was read or settled. */
  text(value: Value): string;
  /** For a file that a version may lack. */
  empty?: Value;
}

interface OneFile<Value> extends Partial<KindRules<Value>> {
  schema: z.ZodType<Value>;
}

const oneFile = <Value extends object>(path: string, { schema, ...special }: OneFile<Value>): KindRules<Value> => ({
  pathOf: () => path,
  isAt: other => other === path,
  read: file => parseFile(schema, file),
  settle: value => freeze(schema.parse(value), true),
  text: value => `${JSON.stringify(value, undefined, 2)}\n`,
  ...special,
});

const below = (versionId: VersionId, path: string): string => `${VERSIONS_FOLDER}/${versionId}/${path}`;

const many = <Kind extends string, Value>(kind: Kind, rules: KindRules<Value>) => ({
  ...rules,
  readIn: (versionId: VersionId, file: ParsedFile) => ({ kind, versionId, value: rules.read(file) }),
  emptyIn: (versionId: VersionId) => rules.empty && { kind, versionId, value: rules.empty },
});

const one = <Kind extends string, Value extends object>(kind: Kind, path: string, special: OneFile<Value>) => ({
  ...many(kind, oneFile(path, special)),
  path: (versionId: VersionId): string => below(versionId, path),
});

/** Environments never change, so each is checked once. */
const soundEnvironments = new WeakSet<Environment>();

const markSound = (file: EnvironmentsFile): EnvironmentsFile => {
  for (const environment of file.environments) soundEnvironments.add(environment);
  return file;
};

/** Unedited environments stay the same objects: edits of others are recognised by that. */
function settleEnvironments(file: EnvironmentsFile): EnvironmentsFile {
  const settled = EnvironmentsFile.parse(file);
  const environments = file.environments.map((environment, index) =>
    soundEnvironments.has(environment) ? environment : (settled.environments[index] ?? environment),
  );
  return freeze(markSound({ ...settled, environments }), true);
}

function settleLinks(file: LinksFile): LinksFile {
  LinksFile.parse(file);
  return freeze({ ...file, links: sortedLinks(file.links) }, true);
}

/** Names that every file system takes; hidden ones are refused. */
const FEATURE_NAME = /^features\/((?:[^./\\:\0][^/\\:\0]*\/)*[^./\\:\0][^/\\:\0]*\.feature)$/;
const MOST_BYTES = 2_000_000;

export const featureFile = (file: string, text: string): FeatureFile => ({
  file,
  text,
  hash: createHash('sha256').update(text).digest('base64url').slice(0, 16),
});

function readFeature({ path, json }: ParsedFile): FeatureFile {
  const text = String(json);
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new AppError('damaged-file', `${path} is larger than ${MOST_BYTES / 1_000_000} MB.`, {
      facts: { file: path },
    });
  return featureFile(FEATURE_NAME.exec(placeOf(path).path)?.[1] ?? '', text);
}

export const NO_ENVIRONMENTS: EnvironmentsFile = { format: 1, environments: [] };

const PROJECT = oneFile(PROJECT_PATH, {
  schema: Project,
  read: file => parseFile(Project, { ...file, json: projectInWordsOfNow(file.json) }),
});

export const KINDS = {
  version: one('version', 'version.json', { schema: Version }),
  environments: one('environments', 'environments.json', {
    schema: EnvironmentsFile,
    read: file => markSound(parseFile(EnvironmentsFile, file)),
    settle: settleEnvironments,
    empty: NO_ENVIRONMENTS,
  }),
  module: many<'module', Module>('module', {
    pathOf: ({ moduleCode }) => `modules/${moduleCode}.json`,
    isAt: path => /^modules\/m\d+\.json$/.test(path),
    folder: { path: 'modules' },
    read: readModule,
    settle: settleModule,
    text: moduleText,
  }),
  features: one('features', 'features.json', { schema: FeaturesFile, empty: NO_FEATURES }),
  links: one('links', 'links.json', { schema: LinksFile, settle: settleLinks, empty: NO_LINKS }),
  feature: many<'feature', FeatureFile>('feature', {
    pathOf: ({ file }) => `features/${file}`,
    isAt: path => FEATURE_NAME.test(path),
    folder: { path: 'features', takes: path => FEATURE_NAME.test(`${path}/x.feature`) },
    isText: true,
    read: readFeature,
    settle: ({ file, text }) => freeze(featureFile(file, text), true),
    text: ({ text }) => text,
  }),
};

type VersionKind = keyof typeof KINDS;

export type StoredFile = { kind: 'project'; value: Project } | ReturnType<(typeof KINDS)[VersionKind]['readIn']>;
type StoredByKind = { [Each in StoredFile as Each['kind']]: Each };
export type StoredValue<Kind extends StoredFile['kind']> = StoredByKind[Kind]['value'];

export const isKind = <Kind extends StoredFile['kind']>(
  stored: object | undefined,
  kind: Kind,
): stored is StoredByKind[Kind] => stored !== undefined && 'kind' in stored && stored.kind === kind;

export const versionPath = KINDS.version.path;
export const environmentsPath = KINDS.environments.path;
export const linksPath = KINDS.links.path;
export const modulesFolder = (versionId: VersionId): string => below(versionId, 'modules');
export const modulePath = (versionId: VersionId, moduleCode: ModuleCode): string =>
  `${modulesFolder(versionId)}/${moduleCode}.json`;
export const featurePath = (versionId: VersionId, file: string): string => below(versionId, `features/${file}`);

const VERSION_PATH = new RegExp(`^${VERSIONS_FOLDER}/([^/]+)/([^]+)$`);

function placeOf(path: string): { folder: string | undefined; path: string } {
  const [, folder, rest = ''] = VERSION_PATH.exec(path) ?? [];
  return { folder, path: rest };
}

function kindAt(path: string) {
  const place = placeOf(path);
  return Object.values(KINDS).find(kind => kind.isAt(place.path));
}

export const isProjectPath = (path: string): boolean => path === PROJECT_PATH || kindAt(path) !== undefined;

/** Errors: `damaged-file`, naming file, field and reason. */
export function readStored(path: string, json: unknown): StoredFile {
  if (path === PROJECT_PATH) return { kind: 'project', value: PROJECT.read({ path, json }) };
  const versionId = parseFile(VersionId, { path, json: placeOf(path).folder });
  const kind = kindAt(path);
  if (kind === undefined) throw new AppError('damaged-file', `${path} is no file of a project.`);
  return kind.readIn(versionId, { path, json });
}

/** Errors: as `readStored`, with the line where the text is no JSON. */
export const readStoredText = (path: string, text: string): StoredFile =>
  readStored(path, kindAt(path)?.isText ? text : parseJsonObject(text, { file: path }));

const rulesOf = (stored: StoredFile): KindRules<StoredFile['value']> =>
  stored.kind === 'project' ? PROJECT : KINDS[stored.kind];

export function pathOf(stored: StoredFile): string {
  const path = rulesOf(stored).pathOf(stored.value);
  return stored.kind === 'project' ? path : below(stored.versionId, path);
}

export const storedText = (stored: StoredFile): string => rulesOf(stored).text(stored.value);

/** Keys in schema order, so that text and revision depend on the content alone. Errors: `invalid-params`. */
export function settleStored(stored: StoredFile): StoredFile {
  try {
    return Object.assign({}, stored, { value: rulesOf(stored).settle(stored.value) });
  } catch (error) {
    if (error instanceof z.ZodError) throw explainIssues(error, stored.value, { root: pathOf(stored) });
    throw error;
  }
}

export function sameStored(before: StoredFile | undefined, after: StoredFile | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  if (isKind(before, 'module') && isKind(after, 'module')) return sameModule(before.value, after.value);
  return storedText(before) === storedText(after);
}

export interface FileTouch {
  path: string;
  before: StoredFile | undefined;
  after: StoredFile | undefined;
}
