import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { TestCode, VersionId } from '../../../model/names/codes.ts';
import { filePathFault } from '../../../model/names/file-path.ts';
import { fileUses } from '../../../model/project/references.ts';
import type { ProjectContent } from '../../../model/project/version-content.ts';
import { escapeForPattern } from '../../../model/values/pattern.ts';
import { hasExpressions, parseTemplate } from '../../../model/values/template.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { isTemporaryName } from '../../store/files/write-durably.ts';

interface NamingTest {
  versionId: VersionId;
  testCode: TestCode;
}

/** By the path or template below files/. */
type Uses = ReadonlyMap<string, readonly NamingTest[]>;

/** Below files/: what tests upload or have their rows from. Paths that are computed count for all that they may be. */
export class NamedFiles {
  readonly #root: string;
  readonly #content: () => ProjectContent;
  #uses: { content: ProjectContent; uses: Uses } | undefined;
  /** What each path or template leads to, as it was at the last look. */
  #seen: ReadonlyMap<string, string> = new Map();
  #last: Promise<unknown> = Promise.resolve();

  constructor(projectFolder: string, content: () => ProjectContent) {
    this.#root = join(projectFolder, 'files');
    this.#content = content;
  }

  /** The tests whose files have changed since the last look; what was not named then is no change. */
  takeChanged(): Promise<NamingTest[]> {
    const looked = this.#last.then(() => this.#look());
    this.#last = looked.catch(() => undefined);
    return looked;
  }

  async #look(): Promise<NamingTest[]> {
    const uses = this.#usesNow();
    const now = new Map<string, string>();
    const all = [...uses.keys()].some(hasExpressions) ? await pathsBelow(this.#root) : [];
    for (const named of uses.keys()) now.set(named, await this.#stateOf(named, all));
    const before = this.#seen;
    this.#seen = now;
    return [...uses].flatMap(([named, tests]) =>
      before.has(named) && before.get(named) !== now.get(named) ? tests : [],
    );
  }

  #usesNow(): Uses {
    const content = this.#content();
    if (this.#uses?.content !== content) this.#uses = { content, uses: usesOf(content) };
    return this.#uses.uses;
  }

  async #stateOf(named: string, all: readonly string[]): Promise<string> {
    const pattern = hasExpressions(named) ? patternOf(named) : undefined;
    const paths = pattern === undefined ? [named] : all.filter(path => pattern.test(path));
    const states = paths.map(
      async path => `${path} ${filePathFault(path) === undefined ? await this.#stamp(path) : ''}`,
    );
    return (await Promise.all(states)).join('\n');
  }

  /** What cannot be looked at counts as not there. */
  async #stamp(path: string): Promise<string> {
    const stat = await nodeFileSystem.stat(join(this.#root, path)).catch(() => undefined);
    return stat === undefined ? '' : `${stat.inode} ${stat.sizeBytes} ${stat.modifiedNs}`;
  }
}

const usesOf = (content: ProjectContent): Uses =>
  new Map(
    [...fileUses(content)].map(([named, uses]) => [named, uses.flatMap(use => ('testCode' in use ? [use] : []))]),
  );

/** Undefined where the template cannot be read. */
function patternOf(template: string): RegExp | undefined {
  try {
    const parts = parseTemplate(template).parts.map(part =>
      part.kind === 'literal' ? escapeForPattern(part.text) : '.*',
    );
    return new RegExp(`^${parts.join('')}$`, 'u');
  } catch {
    return undefined;
  }
}

async function pathsBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile() && !isTemporaryName(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/').normalize('NFC'))
    .sort();
}
