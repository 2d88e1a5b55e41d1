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
import { Module } from '../../../model/project/module.ts';
import { Project, Version } from '../../../model/project/project.ts';
import { Test } from '../../../model/project/test.ts';
import { type ProjectContent, type VersionContent, versionContent } from '../../../model/project/version-content.ts';
import type { ProjectReader } from '../files/project-files.ts';
import type { CodeCounters } from './code-counters.ts';

/** One file before and after an edit; undefined where it does not exist. */
export interface FileTouch {
  path: string;
  before: Stored | undefined;
  after: Stored | undefined;
}

/** Names that every file system takes, none of them hidden. */
const FEATURE_FILE = /^versions\/([^/]+)\/features\/((?:[^./\\:\0][^/\\:\0]*\/)*[^./\\:\0][^/\\:\0]*\.feature)$/;
const MOST_BYTES = 2_000_000;
const MOST_DEPTH = 20;

const featuresFolder = (versionId: VersionId): string => `${VERSIONS_FOLDER}/${versionId}/features`;
export const featurePath = (versionId: VersionId, file: string): string => `${featuresFolder(versionId)}/${file}`;
export const isFeaturePath = (path: string): boolean => FEATURE_FILE.test(path);

/** A feature file with what is known of its text. */
export const featureFile = (file: string, text: string): FeatureFile => ({
  file,
  text,
  hash: createHash('sha256').update(text).digest('base64url').slice(0, 16),
});

/** What a feature file holds, to the byte; whether it can be parsed is not asked. Errors: `damaged-file`. */
export function readFeatureFile(
  path: string,
  text: string,
): { kind: 'feature'; versionId: VersionId; value: FeatureFile } {
  const [, folder, file = ''] = FEATURE_FILE.exec(path) ?? [];
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new AppError('damaged-file', `${path} is larger than ${MOST_BYTES / 1_000_000} MB.`, {
      facts: { file: path },
    });
  return { kind: 'feature', versionId: VersionId.parse(folder), value: featureFile(file, text) };
}

/** The folders of a version in which feature files may lie, and those files; links are not followed. */
export async function featurePaths(files: Pick<ProjectReader, 'list'>, versionId: VersionId) {
  const folders = [featuresFolder(versionId)];
  const paths: string[] = [];
  const deepest = featuresFolder(versionId).split('/').length + MOST_DEPTH;
  for (const folder of folders)
    for (const { name, isDirectory } of await files.list(folder)) {
      const path = `${folder}/${name}`;
      const isPlain = isFeaturePath(`${path}/x.feature`);
      if (isDirectory && isPlain && path.split('/').length < deepest) folders.push(path);
      else if (!isDirectory && isFeaturePath(path)) paths.push(path);
    }
  return { folders, paths };
}

/** Where the versions of a project lie, each in a folder of its own. */
export const VERSIONS_FOLDER = 'versions';

/** One project file in memory, with what it is. */
export type Stored =
  | { kind: 'project'; value: Project }
  | { kind: 'version'; versionId: VersionId; value: Version }
  | { kind: 'environments'; versionId: VersionId; value: EnvironmentsFile }
  | { kind: 'module'; versionId: VersionId; value: Module }
  | { kind: 'features'; versionId: VersionId; value: FeaturesFile }
  | { kind: 'links'; versionId: VersionId; value: LinksFile }
  | { kind: 'feature'; versionId: VersionId; value: FeatureFile };

/** What git does not take. */
export const STATE_FOLDER = '.steploom';
export const PROJECT_PATH = 'project.json';
export const versionPath = (versionId: VersionId): string => `${VERSIONS_FOLDER}/${versionId}/version.json`;
export const environmentsPath = (versionId: VersionId): string => `${VERSIONS_FOLDER}/${versionId}/environments.json`;
export const modulesFolder = (versionId: VersionId): string => `${VERSIONS_FOLDER}/${versionId}/modules`;
export const modulePath = (versionId: VersionId, moduleCode: ModuleCode): string =>
  `${modulesFolder(versionId)}/${moduleCode}.json`;

export const featuresPath = (versionId: VersionId): string => `${VERSIONS_FOLDER}/${versionId}/features.json`;
export const linksPath = (versionId: VersionId): string => `${VERSIONS_FOLDER}/${versionId}/links.json`;

/** Where a stored thing lies, relative to the project folder. */
export function pathOf(stored: Stored): string {
  switch (stored.kind) {
    case 'project':
      return PROJECT_PATH;
    case 'version':
      return versionPath(stored.versionId);
    case 'environments':
      return environmentsPath(stored.versionId);
    case 'module':
      return modulePath(stored.versionId, stored.value.moduleCode);
    case 'features':
      return featuresPath(stored.versionId);
    case 'links':
      return linksPath(stored.versionId);
    case 'feature':
      return featurePath(stored.versionId, stored.value.file);
  }
}

const VERSION_FILE = /^versions\/([^/]+)\/(version|environments|features|links|modules\/m\d+)\.json$/;

/** Whether a path is one at which a project keeps something, damaged or not. */
export const isProjectPath = (path: string): boolean =>
  path === PROJECT_PATH || VERSION_FILE.test(path) || isFeaturePath(path);

const FormatOnly = z.looseObject({ format: z.number() });

interface ParsedFile {
  path: string;
  json: unknown;
  /** Messages must not show what is in it. */
  isPrivate?: boolean;
}

/** What a file holds, as its schema has it. Errors: `damaged-file`, naming file, field and reason. */
export function parseFile<Schema extends z.ZodType>(schema: Schema, file: ParsedFile): z.output<Schema> {
  const { path, json, isPrivate = false } = file;
  const format = FormatOnly.safeParse(json);
  if (format.success && format.data.format > 1) {
    const found = `${path} has format ${format.data.format}; this release reads format 1.`;
    throw new AppError('damaged-file', `${found} Use a newer release.`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { message, detail } = explainIssues(parsed.error, json, { hidesValues: isPrivate });
  throw new AppError('damaged-file', `${path}: ${message}`, { field: detail.field, facts: { file: path } });
}

/** Reads a project file by its place. Errors: `damaged-file`, naming file, field and reason. */
export function readStored(path: string, json: unknown): Stored {
  if (path === PROJECT_PATH)
    return { kind: 'project', value: parseFile(Project, { path, json: projectInWordsOfNow(json) }) };
  const [, folder, name] = VERSION_FILE.exec(path) ?? [];
  const versionId = parseFile(VersionId, { path, json: folder });
  if (name === 'version') return { kind: 'version', versionId, value: parseFile(Version, { path, json }) };
  if (name === 'environments') return { kind: 'environments', versionId, value: readEnvironments(path, json) };
  if (name === 'features') return { kind: 'features', versionId, value: parseFile(FeaturesFile, { path, json }) };
  if (name === 'links') return { kind: 'links', versionId, value: parseFile(LinksFile, { path, json }) };
  const module = parseFile(Module, { path, json });
  if (modulePath(versionId, module.moduleCode) !== path)
    throw new AppError('damaged-file', `${path} says it is module ${module.moduleCode}; name and code must agree.`);
  for (const test of module.tests) soundTests.add(test);
  return { kind: 'module', versionId, value: module };
}

function readEnvironments(path: string, json: unknown): EnvironmentsFile {
  const file = parseFile(EnvironmentsFile, { path, json });
  for (const environment of file.environments) soundEnvironments.add(environment);
  return file;
}

/** Records that their schema allows, in its order of keys. They never change, so each is looked at once. */
const soundTests = new WeakSet<Test>();
const soundEnvironments = new WeakSet<Environment>();
const testTexts = new WeakMap<Test, string>();

function settleTest(test: Test): Test {
  if (soundTests.has(test)) return test;
  const settled = freeze(Test.parse(test), true);
  soundTests.add(settled);
  return settled;
}

/** Those that an edit left alone stay the same records: others' edits of them are told apart by that. */
function settleEnvironments(file: EnvironmentsFile): EnvironmentsFile {
  const settled = EnvironmentsFile.parse(file);
  const environments = file.environments.map((environment, index) =>
    soundEnvironments.has(environment) ? environment : (settled.environments[index] ?? environment),
  );
  for (const environment of environments) soundEnvironments.add(environment);
  return freeze({ ...settled, environments }, true);
}

/** Those that an edit left alone stay the same records, as above. */
function settleLinks(file: LinksFile): LinksFile {
  LinksFile.parse(file);
  return freeze({ ...file, links: sortedLinks(file.links) }, true);
}

function settleModule(module: Module): Module {
  const { tests: _tests, ...header } = Module.parse({ ...module, tests: [] });
  return { ...header, tests: module.tests.map(settleTest) };
}

const LAYOUT_START = '[\n  [\n    '.length;
const LAYOUT_END = -'\n  ]\n]'.length;

/** Two lists around it bring about the indentation of its place in the file. */
const layOut = (test: Test): string => JSON.stringify([[test]], undefined, 2).slice(LAYOUT_START, LAYOUT_END);

/** A test in its file's layout; computed once per test, since an edit changes one test of a file of many. */
function testText(test: Test): string {
  const known = testTexts.get(test);
  if (known !== undefined) return known;
  const text = layOut(test);
  testTexts.set(test, text);
  return text;
}

function moduleText(module: Module): string {
  const { tests, ...header } = module;
  const head = JSON.stringify({ ...header, tests: [] }, undefined, 2);
  if (tests.length === 0) return `${head}\n`;
  return `${head.slice(0, -'[]\n}'.length)}[\n    ${tests.map(testText).join(',\n    ')}\n  ]\n}\n`;
}

/** The text of a file that was read, or settled after an edit: two spaces, a final newline. */
export function storedText(stored: Stored): string {
  if (stored.kind === 'module') return moduleText(stored.value);
  if (stored.kind === 'feature') return stored.value.text;
  return `${JSON.stringify(stored.value, undefined, 2)}\n`;
}

function settle(stored: Stored): Stored {
  switch (stored.kind) {
    case 'project':
      return { ...stored, value: freeze(Project.parse(stored.value), true) };
    case 'version':
      return { ...stored, value: freeze(Version.parse(stored.value), true) };
    case 'environments':
      return { ...stored, value: settleEnvironments(stored.value) };
    case 'module':
      return { ...stored, value: settleModule(stored.value) };
    case 'features':
      return { ...stored, value: freeze(FeaturesFile.parse(stored.value), true) };
    case 'links':
      return { ...stored, value: settleLinks(stored.value) };
    case 'feature':
      return { ...stored, value: freeze(featureFile(stored.value.file, stored.value.text), true) };
  }
}

/**
 * Brings what an edit left into the form that reading the file gives: keys in the order of the schema, so that text and
 * revision depend on the content alone. Looks only at what the edit changed. Errors: `invalid-params`.
 */
export function settleStored(stored: Stored): Stored {
  try {
    return settle(stored);
  } catch (error) {
    if (error instanceof z.ZodError) throw explainIssues(error, stored.value, { root: pathOf(stored) });
    throw error;
  }
}

/** Whether two settled contents of a file are written the same, so that nothing is to be done. */
export function sameStored(before: Stored | undefined, after: Stored | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  if (before.kind !== 'module' || after.kind !== 'module') return storedText(before) === storedText(after);
  const [{ tests: oldTests, ...oldHeader }, { tests: newTests, ...newHeader }] = [before.value, after.value];
  const isSame = (test: Test, index: number) => {
    const old = oldTests[index];
    return old === test || (old !== undefined && testText(old) === testText(test));
  };
  return oldTests.length === newTests.length && newTests.every(isSame) && sameJson(oldHeader, newHeader);
}

const sameJson = (left: object, right: object): boolean => JSON.stringify(left) === JSON.stringify(right);

/** What a project is between edits: its files by path and the highest codes. Immutable. */
export interface ProjectState {
  files: ReadonlyMap<string, Stored>;
  counters: CodeCounters;
}

/** Modules in the order of codes, which is the order they were made in. */
const byNumber = (left: Module, right: Module): number =>
  Number(left.moduleCode.slice(1)) - Number(right.moduleCode.slice(1));

interface LooseParts {
  version?: Version;
  environments?: EnvironmentsFile;
  features?: FeaturesFile;
  links?: LinksFile;
  featureFiles: FeatureFile[];
  modules: Module[];
}

const contents = new WeakMap<ProjectState, ProjectContent>();

/** The readers' view of a state; made once per state. */
export function contentOf(state: ProjectState): ProjectContent {
  const known = contents.get(state);
  if (known !== undefined) return known;
  const content = buildContent(state.files.values());
  contents.set(state, content);
  return content;
}

function buildContent(files: Iterable<Stored>): ProjectContent {
  let project: Project | undefined;
  const loose = new Map<VersionId, LooseParts>();
  const partsOf = (versionId: VersionId): LooseParts => {
    const parts = loose.get(versionId) ?? { modules: [], featureFiles: [] };
    loose.set(versionId, parts);
    return parts;
  };
  for (const stored of files) {
    if (stored.kind === 'project') project = stored.value;
    else addPart(partsOf(stored.versionId), stored);
  }
  if (project === undefined) throw new AppError('damaged-file', 'project.json is missing.');
  const versions = new Map<VersionId, VersionContent>();
  for (const [versionId, parts] of loose) {
    const content = wholeVersion(project, parts);
    if (content !== undefined) versions.set(versionId, content);
  }
  return { project, versions };
}

function addPart(parts: LooseParts, stored: Exclude<Stored, { kind: 'project' }>): void {
  switch (stored.kind) {
    case 'version':
      parts.version = stored.value;
      return;
    case 'environments':
      parts.environments = stored.value;
      return;
    case 'features':
      parts.features = stored.value;
      return;
    case 'links':
      parts.links = stored.value;
      return;
    case 'feature':
      parts.featureFiles.push(stored.value);
      return;
    case 'module':
      parts.modules.push(stored.value);
  }
}

function wholeVersion(project: Project, parts: LooseParts): VersionContent | undefined {
  const { version, environments = { format: 1, environments: [] }, features = NO_FEATURES, links = NO_LINKS } = parts;
  if (version === undefined) return undefined;
  const modules = new Map(parts.modules.sort(byNumber).map(module => [module.moduleCode, module]));
  const featureFiles = parts.featureFiles.sort((one, other) => (one.file < other.file ? -1 : 1));
  return versionContent({ project, version, environments, modules, features, links, featureFiles });
}
