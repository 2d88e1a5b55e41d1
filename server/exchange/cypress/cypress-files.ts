/** The files of a project of Cypress: each has names of its own, and takes others by its imports. */
import { parse } from '@babel/parser';
import { isAppError } from '../../../model/errors/errors.ts';
import { wrongText } from '../../../model/exchange/test-drafts.ts';
import { constructed } from '../codegen-classes.ts';
import { type CodeFiles, loadModule, textsOfCode } from '../codegen-modules.ts';
import { newReader } from '../codegen-new-reader.ts';
import { type CodeModule, type Instance, keptNode, keptOf, type Node, type Reader } from '../codegen-reader.ts';
import { objectInstance } from './cypress-objects.ts';
import { aliasesIn, rewrite } from './cypress-rewrite.ts';

function parsedAt(source: string, start: number): Node[] {
  try {
    return parse(source, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'jsx'],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      errorRecovery: true,
      ...(start === 0 ? {} : { startIndex: start, startLine: 1, startColumn: start }),
    }).program.body;
  } catch (error) {
    throw wrongText(`The code cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type ProjectTexts = ReturnType<typeof textsOfCode>;

/** Reads a file when it is first asked for, and once for all tests that take from it. */
class CypressBodies extends Map<string, readonly Node[]> {
  private readonly texts: ProjectTexts;
  private readonly aliases: ReadonlySet<string>;
  private readonly faults = new Map<string, unknown>();

  constructor(texts: ProjectTexts) {
    super();
    this.texts = texts;
    this.aliases = aliasesIn(texts.text);
  }

  override get(path: string): readonly Node[] | undefined {
    const known = super.get(path);
    const place = this.texts.places.get(path);
    if (known !== undefined || place === undefined) return known;
    if (this.faults.has(path)) throw this.faults.get(path);
    try {
      const body = parsedAt(this.texts.text.slice(place.start, place.end), place.start);
      for (const statement of body) rewrite(statement, this.aliases);
      this.set(path, body);
      return body;
    } catch (error) {
      this.faults.set(path, error);
      throw error;
    }
  }
}

const CODE_FILE = /\.[cm]?[jt]sx?$/;
const TEST_FILE = /\.(?:cy|spec|test|e2e)\.[cm]?[jt]sx?$/;
const SUPPORT_FILE = /(?:^|\/)support\/(?:e2e|index)\.[cm]?[jt]sx?$/;

/** Files that are there for all tests, though none imports them: those of commands and of hooks. */
const commonIn = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, text]) => {
    const isCommon = SUPPORT_FILE.test(path) || text.includes('Cypress.Commands');
    return isCommon && CODE_FILE.test(path) && !TEST_FILE.test(path) ? [path] : [];
  });

/** A page object that is written as an object, or made of a class. */
function instanceIn(reader: Reader, value: Node): Instance | undefined {
  if (value.type === 'ObjectExpression') return objectInstance(reader, value);
  return keptOf(reader, value)?.instance ?? constructed(reader, value);
}

/** With page objects among the values of a file, which others import. */
function settledOf(plain: Reader): Reader['settled'] {
  return (reader, node) => {
    const instance = instanceIn(reader, node);
    return instance === undefined ? plain.settled(reader, node) : keptNode(reader, { instance });
  };
}

/** Lists are settled once for all that import them. */
function settleNames(reader: Reader, { constants, instances }: CodeModule): void {
  for (const [name, value] of constants) {
    const instance = instanceIn(reader, value);
    const whole = /^(?:Array|Object)Expression$/.test(value.type) ? reader.settled(reader, value) : undefined;
    if (instance !== undefined) {
      instances.set(name, instance);
      constants.delete(name);
    } else if (whole !== undefined) constants.set(name, whole);
  }
}

export interface CypressFiles {
  /** Errors: `invalid-params` with the field `text`. */
  load(path: string): CodeModule;
  /** Files with hooks for all tests. */
  support(): CodeModule[];
  /** All that tests take from, and what was loaded; their page objects are found from now on. */
  around(home: CodeModule): readonly CodeModule[];
  readerOf(module: CodeModule): Reader;
  fixture(name: string): Node | undefined;
}

const opened = new WeakMap<ReadonlyMap<string, string>, CypressFiles>();

/** What is loaded stays so for all tests of the files; what they compute counts together. */
export function openCypressFiles(files: ReadonlyMap<string, string>): CypressFiles {
  const before = opened.get(files);
  const made = before ?? loaderOf(files);
  opened.set(files, made);
  return made;
}

function loaderOf(files: ReadonlyMap<string, string>): CypressFiles {
  const texts = textsOfCode(files);
  const spent: Reader['spent'] = { rounds: 0, steps: 0, wholes: new WeakSet() };
  const readerOf = (home: CodeModule): Reader =>
    newReader(texts.text, { home, modules: all.modules, kept: all.kept, spent });
  const all: CodeFiles = {
    ...texts,
    bodies: new CypressBodies(texts),
    modules: [],
    loaded: new Map(),
    kept: new Map(),
    readerOf: module => {
      const reader = readerOf(module);
      return { ...reader, settled: settledOf(reader) };
    },
  };
  const common = commonIn(files);
  const done = new Set<CodeModule>();
  return {
    load: path => {
      spent.rounds = 0;
      return all.loaded.get(path) ?? loadModule(all, path);
    },
    support: () => {
      for (const path of common) if (!all.loaded.has(path)) tryToLoad(all, path);
      return all.modules.filter(({ path }) => SUPPORT_FILE.test(path));
    },
    around: home => {
      for (const module of all.modules) if (!done.has(module)) settleNames(readerOf(module), module);
      for (const module of all.modules) done.add(module);
      return all.modules.filter(module => module === home || !TEST_FILE.test(module.path));
    },
    readerOf,
    fixture: name => fixtureIn(all, name),
  };
}

/** A file that cannot be read is as one that is not there. */
function tryToLoad(all: CodeFiles, path: string): void {
  try {
    loadModule(all, path);
  } catch (error) {
    if (!isAppError(error)) throw error;
    all.loaded.set(path, undefined);
  }
}

function fixtureIn({ files, bodies }: CodeFiles, name: string): Node | undefined {
  const ending = `fixtures/${name.replace(/\.json$/, '')}.json`;
  const path = [...files.keys()].find(one => one.replaceAll('\\', '/').endsWith(ending));
  try {
    const [value] = (path === undefined ? undefined : bodies.get(path)) ?? [];
    return value?.type === 'ExportDefaultDeclaration' ? value.declaration : undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return undefined;
  }
}
