/** The files of the code, and the names that they take from each other. */
import { type ParseResult, parse } from '@babel/parser';
import type * as ast from '@babel/types';
import { wrongText } from '../../model/exchange/test-drafts.ts';
import { staticsOf } from './codegen-classes.ts';
import { type ModuleExports, noteExports, noteNames } from './codegen-names.ts';
import { resolvedPath } from './codegen-paths.ts';
import { keyOf } from './codegen-patterns.ts';
import { type CodeModule, type Instance, type Node, plainValue, type Reader } from './codegen-reader.ts';
import { extendedTests } from './codegen-tests.ts';

interface LoadedModule extends CodeModule, ModuleExports {
  isLinked: boolean;
}

interface TextPlace {
  start: number;
  end: number;
}

/** What is known of the files however many of them have tests. */
interface CodeTexts {
  files: ReadonlyMap<string, string>;
  /** The texts of all files; places of nodes are in it. */
  text: string;
  places: ReadonlyMap<string, TextPlace>;
  bodies: Map<string, readonly Node[]>;
  steps: number;
}

const known = new WeakMap<ReadonlyMap<string, string>, CodeTexts>();

export function textsOfCode(files: ReadonlyMap<string, string>): CodeTexts {
  const before = known.get(files);
  if (before !== undefined) return before;
  const places = new Map<string, TextPlace>();
  const parts: string[] = [];
  let at = 0;
  for (const [path, source] of files) {
    const part = `${path.endsWith('.json') ? 'export default ' : ''}${source}\n`;
    places.set(path, { start: at, end: at + part.length });
    parts.push(part);
    at += part.length;
  }
  const made: CodeTexts = { files, text: parts.join(''), places, bodies: new Map(), steps: 0 };
  known.set(files, made);
  return made;
}

export interface CodeFiles extends CodeTexts {
  modules: LoadedModule[];
  loaded: Map<string, LoadedModule | undefined>;
  kept: Reader['kept'];
  readerOf: (module: CodeModule) => Reader;
}

function parsedAt(source: string, start: number): ParseResult<ast.File> {
  return parse(source, {
    sourceType: 'unambiguous',
    plugins: ['typescript', 'explicitResourceManagement', 'decorators'],
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    ...(start === 0 ? {} : { startIndex: start, startLine: 1, startColumn: start }),
  });
}

function bodyOf({ text, bodies }: CodeFiles, path: string, { start, end }: TextPlace): readonly Node[] {
  const before = bodies.get(path);
  if (before !== undefined) return before;
  try {
    const { body } = parsedAt(text.slice(start, end), start).program;
    bodies.set(path, body);
    return body;
  } catch (error) {
    throw wrongText(`The code cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const emptyModule = (path: string, place: TextPlace, body: readonly Node[]): LoadedModule => ({
  ...{ path, ...place, body },
  constants: new Map(),
  functions: new Map(),
  classes: new Map(),
  instances: new Map(),
  tests: new Map(),
  exported: new Map(),
  passedOn: [],
  isLinked: false,
});

export function loadModule(all: CodeFiles, path: string): LoadedModule {
  const place = all.places.get(path) ?? { start: 0, end: 0 };
  const body = bodyOf(all, path, place);
  const module = emptyModule(path, place, body);
  all.loaded.set(path, module);
  all.modules.push(module);
  for (const statement of body) {
    noteNames(module, statement);
    noteExports(module, statement);
  }
  linkModule(all, module);
  return module;
}

/** A file that cannot be read is as one that is not there. */
function moduleAt(all: CodeFiles, from: string, specifier: string): LoadedModule | undefined {
  const path = resolvedPath(all.files, from, specifier);
  if (path === undefined) return undefined;
  if (all.loaded.has(path)) return all.loaded.get(path);
  all.loaded.set(path, undefined);
  try {
    return loadModule(all, path);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

function linkModule(all: CodeFiles, module: LoadedModule): void {
  if (module.isLinked) return;
  module.isLinked = true;
  for (const statement of module.body) linkStatement(all, module, statement);
  for (const [name, made] of module.classes)
    if (!module.instances.has(name)) module.instances.set(name, staticsOf(all.readerOf(module), made));
  for (const statement of module.body)
    for (const [name, found] of extendedTests(module, statement)) module.tests.set(name, found);
}

function linkStatement(all: CodeFiles, module: LoadedModule, statement: Node): void {
  if (statement.type === 'ImportDeclaration') {
    const target = moduleAt(all, module.path, statement.source.value);
    for (const one of statement.specifiers) take(all, module, { target, ...importedAs(one), local: one.local.name });
  } else if (statement.type === 'VariableDeclaration')
    for (const { id, init } of statement.declarations) linkRequired(all, module, { id, init });
  else if (statement.type === 'ExportNamedDeclaration' && statement.source)
    moduleAt(all, module.path, statement.source.value);
}

function importedAs(one: ast.ImportDeclaration['specifiers'][number]): { wanted: string } {
  if (one.type === 'ImportNamespaceSpecifier') return { wanted: '*' };
  if (one.type === 'ImportDefaultSpecifier') return { wanted: 'default' };
  return { wanted: one.imported.type === 'Identifier' ? one.imported.name : one.imported.value };
}

interface RequiredNames {
  id: Node;
  init: Node | null | undefined;
}

/** `const { LoginPage } = require('./login')` */
function linkRequired(all: CodeFiles, module: LoadedModule, { id, init }: RequiredNames): void {
  const call = init ? plainValue(init) : undefined;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'require') return;
  const [from] = call.arguments;
  const target = from?.type === 'StringLiteral' ? moduleAt(all, module.path, from.value) : undefined;
  if (id.type === 'Identifier') {
    module.constants.delete(id.name);
    take(all, module, { target, wanted: target?.exported.has('default') ? 'default' : '*', local: id.name });
  }
  for (const part of id.type === 'ObjectPattern' ? id.properties : []) {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    if (part.type === 'ObjectProperty' && key !== undefined && part.value.type === 'Identifier')
      take(all, module, { target, wanted: key, local: part.value.name });
  }
}

interface TakenName {
  target: LoadedModule | undefined;
  wanted: string;
  local: string;
}

const PLAIN_TESTS: ReadonlyMap<string, Node> = new Map();

function take(all: CodeFiles, module: LoadedModule, { target, wanted, local }: TakenName): void {
  const found = target && exportOf(all, target, wanted, new Set());
  if (found !== undefined) copyName(all, { from: found.module, name: found.local }, { to: module, local });
  else if (target !== undefined && wanted === '*') module.instances.set(local, wholeOf(all, target));
  else if (/^(?:test|it)$/.test(wanted)) module.tests.set(local, { own: PLAIN_TESTS, bases: [], home: module });
}

interface FoundExport {
  module: LoadedModule;
  local: string;
}

function exportOf(
  all: CodeFiles,
  module: LoadedModule,
  wanted: string,
  seen: Set<LoadedModule>,
): FoundExport | undefined {
  if (seen.has(module)) return undefined;
  seen.add(module);
  const local = module.exported.get(wanted);
  if (local !== undefined) return { module, local };
  for (const { from, names } of module.passedOn) {
    if (names !== undefined && names.exported !== wanted) continue;
    const target = moduleAt(all, module.path, from);
    const found = target && exportOf(all, target, names?.original ?? wanted, seen);
    if (found !== undefined) return found;
  }
  // `const { name } = require(…)` of a file that exports an object.
  return wanted === 'default' ? undefined : commonPart(module, wanted);
}

function commonPart(module: LoadedModule, wanted: string): FoundExport | undefined {
  const whole = module.constants.get('default');
  if (whole?.type !== 'ObjectExpression') return undefined;
  const part = whole.properties.find(one => one.type === 'ObjectProperty' && keyOf(one) === wanted);
  return part?.type === 'ObjectProperty' && part.value.type === 'Identifier'
    ? { module, local: part.value.name }
    : undefined;
}

function copyName(
  all: CodeFiles,
  { from, name }: { from: LoadedModule; name: string },
  { to, local }: { to: LoadedModule; local: string },
): void {
  copyEntry(from.functions, name, to.functions, local);
  copyEntry(from.classes, name, to.classes, local);
  copyEntry(from.instances, name, to.instances, local);
  copyEntry(from.tests, name, to.tests, local);
  const value = from.constants.get(name);
  const settled = value && all.readerOf(from).settled(all.readerOf(from), value);
  if (settled !== undefined) to.constants.set(local, settled);
}

function copyEntry<Value>(from: ReadonlyMap<string, Value>, name: string, to: Map<string, Value>, local: string): void {
  const value = from.get(name);
  if (value !== undefined) to.set(local, value);
}

/** `import * as data from './data'`: an object with all that the file exports. */
function wholeOf(all: CodeFiles, target: LoadedModule): Instance {
  const whole = emptyModule(target.path, { start: -1, end: -1 }, []);
  for (const name of exportedNames(all, target, new Set())) {
    const found = exportOf(all, target, name, new Set());
    if (found !== undefined) copyName(all, { from: found.module, name: found.local }, { to: whole, local: name });
  }
  return { reader: all.readerOf(whole), fields: whole.constants, methods: whole.functions };
}

function exportedNames(all: CodeFiles, module: LoadedModule, seen: Set<LoadedModule>): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const passed = module.passedOn.flatMap(({ from, names }) => {
    if (names !== undefined) return [names.exported];
    const target = moduleAt(all, module.path, from);
    return target === undefined ? [] : exportedNames(all, target, seen);
  });
  return [...module.exported.keys(), ...passed];
}
