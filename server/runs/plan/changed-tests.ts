import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../model/errors/errors.ts';
import type { Scenario } from '../../../model/feature/feature.ts';
import type { ModuleCode } from '../../../model/names/codes.ts';
import { type Link, type LinksFile, NO_LINKS } from '../../../model/project/link.ts';
import { linkOf, linksByText } from '../../../model/project/links.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { parseFeature } from '../../feature-sync/parse-feature.ts';
import { featurePath, linksPath, modulePath, readStored, type StoredFile } from '../../store/edits/stored.ts';
import { askGit, filesAt } from './ask-git.ts';
import { performedTests } from './performed-tests.ts';
import type { ScenarioTarget } from './plan-scenarios.ts';
import type { RunTarget } from './run-request.ts';

interface Since {
  folder: string;
  /** A commit, branch or tag. */
  commit: string;
  signal: AbortSignal;
}

interface EditedSince {
  test(target: Pick<RunTarget, 'test'>): boolean;
  scenario(target: Pick<ScenarioTarget, 'scenario'>): boolean;
}

/** Errors: `invalid-params` for a commit that does not exist; `invalid-project` outside of git. */
export async function changedSince(content: VersionContent, since: Since): Promise<EditedSince> {
  const { versionId } = content.version;
  const commit = await commitNamed(since);
  const modulePaths = [...content.modules.keys()].map(code => modulePath(versionId, code));
  const features = content.featureFiles.map(({ file }) => featurePath(versionId, file));
  const links = linksPath(versionId);
  const old = await filesAt({ ...since, commit }, [...modulePaths, ...features, links]);
  const module = (code: ModuleCode) => moduleIn(modulePath(versionId, code), old.get(modulePath(versionId, code)));
  const featureText = (file: string) => old.get(featurePath(versionId, file));
  return editedSince(content, { module, featureText, links: linksIn(links, old.get(links)) });
}

interface VersionBefore {
  module(code: ModuleCode): Module | undefined;
  featureText(file: string): string | undefined;
  links: LinksFile;
}

export const asBefore = ({ modules, featureFiles, links }: VersionContent): VersionBefore => ({
  module: code => modules.get(code),
  featureText: name => featureFiles.find(({ file }) => file === name)?.text,
  links,
});

/** `others`: codes of tests that count as edited, for what is not in the version. */
export function editedSince(
  content: VersionContent,
  before: VersionBefore,
  others: ReadonlySet<string> = new Set(),
): EditedSince {
  const modules = [...content.modules.values()];
  const edited = modules.flatMap(now => changedTests(before.module(now.moduleCode), now));
  const changed = new Set([...edited, ...others]);
  const test = (one: Test) => performedTests(content, one).some(({ testCode }) => changed.has(testCode));
  const isLinkedAsBefore = linksAsBefore(content, before.links);
  return {
    test: target => test(target.test),
    scenario({ scenario }) {
      const { file, text } = scenario.feature.source;
      const linked = scenario.steps.flatMap(step => linkedTest(content, step.text) ?? []);
      if (linked.some(test) || !scenario.steps.every(step => isLinkedAsBefore(step.text))) return true;
      const old = before.featureText(file) ?? '';
      return old !== text && !scenariosIn(old).some(one => isDeepStrictEqual(one, inWords(scenario)));
    },
  };
}

const linkedTest = (content: VersionContent, text: string): Test | undefined => {
  const link = linkOf(content, text);
  return link && content.test(link.testCode);
};

const linksAsBefore = (content: VersionContent, old: LinksFile) => {
  const targetOf = (link: Link | undefined) => link && { testCode: link.testCode, parameters: link.parameters };
  return (text: string) =>
    isDeepStrictEqual(targetOf(linksByText(content).get(text)), targetOf(linksByText({ links: old }).get(text)));
};

function linksIn(path: string, text: string | undefined): LinksFile {
  const stored = storedIn(path, text);
  return stored?.kind === 'links' ? stored.value : NO_LINKS;
}

const scenariosIn = (text: string) => (parseFeature(text).feature?.scenarios ?? []).map(inWords);

/** Without lines: a scenario that only moved in its file has not changed. */
const inWords = ({ name, tags, steps, rows }: Scenario) => ({
  ...{ name, tags },
  steps: steps.map(({ line: _line, ...step }) => step),
  rows: rows?.map(({ line: _line, ...row }) => row),
});

async function commitNamed({ folder, commit, signal }: Since): Promise<string> {
  if ((await askGit(['rev-parse', '--git-dir'], { folder, signal })) === undefined)
    throw new AppError('invalid-project', 'The project is not in a git repository.', { field: 'changedSince' });
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
  const found = (await askGit(words, { folder, signal }))?.toString('utf8').trim();
  if (found !== undefined && /^[0-9a-f]{40,64}$/.test(found)) return found;
  throw new AppError('invalid-params', `Git knows no commit or branch “${commit}”.`, { field: 'changedSince' });
}

function moduleIn(path: string, text: string | undefined): Module | undefined {
  const stored = storedIn(path, text);
  return stored?.kind === 'module' ? stored.value : undefined;
}

function storedIn(path: string, text: string | undefined): StoredFile | undefined {
  if (text === undefined) return undefined;
  try {
    return readStored(path, JSON.parse(text));
  } catch {
    // A file that was damaged at the commit counts as changed.
    return undefined;
  }
}

/** Data and hooks of a module affect all of its tests. */
function changedTests(old: Module | undefined, now: Module): string[] {
  const around = ({ data, before, after }: Module) => [data, before, after];
  const isAsBefore = old !== undefined && isDeepStrictEqual(around(old), around(now));
  const known = new Map(old?.tests.map(test => [test.testCode, test]));
  return now.tests.flatMap(test =>
    isAsBefore && isDeepStrictEqual(known.get(test.testCode), test) ? [] : [test.testCode],
  );
}

const MOST_CHOICES = 20;
const FIELD = '\t';

interface CommitChoice {
  name: string;
  title: string;
}

export async function commitChoices(folder: string, signal: AbortSignal): Promise<CommitChoice[]> {
  const most = String(MOST_CHOICES);
  const branches = [
    'for-each-ref',
    `--count=${most}`,
    '--sort=-committerdate',
    `--format=%(refname:short)${FIELD}%(contents:subject)`,
  ];
  const commits = ['log', '-n', most, '--no-show-signature', `--format=%h${FIELD}%s`];
  const answers = await Promise.all([
    askGit([...branches, 'refs/heads', 'refs/remotes'], { folder, signal }),
    askGit(commits, { folder, signal }),
  ]).catch(() => []);
  return answers.flatMap(answer => linesOf(answer));
}

const linesOf = (answer: Buffer | undefined): CommitChoice[] =>
  (answer?.toString('utf8') ?? '').split('\n').flatMap(line => {
    const [name = '', title = ''] = line.split(FIELD);
    return name === '' || name.endsWith('/HEAD') ? [] : [{ name, title }];
  });
