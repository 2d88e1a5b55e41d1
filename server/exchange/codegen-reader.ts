import type * as ast from '@babel/types';
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import type { VariableNames } from '../../model/exchange/variable-names.ts';
import type { FailOn } from '../../model/project/fail-on.ts';
import type { CodeWindows } from './codegen-people.ts';

export type Node = ast.Node;

export interface Reader {
  source: string;
  actions: ActionDraft[];
  /** Numbers of tabs by the names of pages; the first is 0. */
  pages: Map<string, number>;
  current: number;
  opened: { count: number };
  constants: Map<string, Node>;
  /** By the name of the promise. */
  expected: Map<string, 'popup' | 'download' | { answer: Node }>;
  functions: Map<string, FunctionNode>;
  classes: ReadonlyMap<string, ast.ClassDeclaration>;
  /** The file whose names count. */
  home: CodeModule;
  modules: readonly CodeModule[];
  /** Values that have no literal, by the name that stands for them: `#1`. */
  kept: Map<string, KeptValue>;
  /** How the body that is being read was left, and what it returned. */
  exit: { how?: 'return' | 'break' | 'continue'; value?: Node; isLost?: true };
  /** Names that the body declares itself; others that it changes belong to its caller too. */
  own: Set<string>;
  caller?: Reader;
  /** What the code can be computed to without being run: a literal. */
  computed: (reader: Reader, node: Node) => Node | undefined;
  /** What a value means in every function and file, as literals and kept values. */
  settled: (reader: Reader, node: Node) => Node | undefined;
  /** The text of a place in what a request got, with \uE000 around its expression. */
  answered: (reader: Reader, node: Node) => string | undefined;
  run: (reader: Reader, called: FunctionNode) => Reader['exit'];
  read: (reader: Reader, statement: Node) => void;
  fixtures: FixtureSource;
  /** By the name of what holds it; inside of its methods also by `this`. */
  instances: Map<string, Instance>;
  /** Classes of which an object is just being made. */
  making: readonly ast.ClassDeclaration[];
  /** Rounds of loops and computed expressions, in all tests of the text, and the lists and objects that are settled. */
  spent: { rounds: number; steps: number; wholes: WeakSet<Node> };
  running: readonly FunctionNode[];
  told: Told;
  windows: CodeWindows;
  /** Variables are those of the whole test, while other names change their sense in functions and blocks. */
  names: VariableNames;
}

/** What people are told of a test besides its actions; the same object in all functions that it calls. */
interface Told {
  notes: Set<string>;
  /** Why the call that was just read is not among the actions. */
  reason: string | undefined;
  /** Whether the code says by itself that the test is not to run. */
  isSkipped: boolean;
  failOn?: FailOn;
}

export const nothingTold = (): Told => ({ notes: new Set(), reason: undefined, isSkipped: false });

export type FunctionNode =
  | ast.ArrowFunctionExpression
  | ast.FunctionExpression
  | ast.FunctionDeclaration
  | ast.ClassMethod
  | ast.ObjectMethod;

/** The names of a file, of those that it imports too. */
export interface CodeModule {
  path: string;
  /** Where its text begins in that of all files. */
  start: number;
  end: number;
  body: readonly Node[];
  constants: Map<string, Node>;
  functions: Map<string, FunctionNode>;
  classes: Map<string, ast.ClassDeclaration>;
  /** Static sides of classes, and files that are imported as a whole. */
  instances: Map<string, Instance>;
  /** What is called as `test`. */
  tests: Map<string, TestFixtures>;
}

/** `test.extend({ … })` */
export interface TestFixtures {
  own: ReadonlyMap<string, Node>;
  bases: readonly TestFixtures[];
  home: CodeModule;
}

/** Gives the value of a fixture, which is set up the first time it is asked for. */
export interface FixtureSource {
  ask(reader: Reader, name: string): Node | undefined;
}

export interface FoundOnPage {
  page: number;
  locator: string;
}

export interface PageReading {
  page: number;
  of: 'text' | 'value' | 'count' | 'attribute' | 'url' | 'title' | 'state';
  fields: { matcher: string; locator?: string; attribute?: string };
}

/** One of these, which means the same in every function and file. */
interface KeptValue {
  found?: FoundOnPage;
  page?: number;
  /** Whose context it is, as windows count actors. */
  context?: number;
  instance?: Instance;
  reading?: PageReading;
  closure?: { called: FunctionNode; reader: Reader };
  made?: ast.ClassDeclaration;
  response?: ResponsePart;
  /** The answer to it. */
  visit?: ActionDraft;
  requests?: RequestDefaults;
  stored?: StoredReading;
  watched?: WatchedList;
  /** Of a list of errors: what fails the test once it has to be empty. */
  failOn?: FailOn;
  /** What axe-core found: the check that fails for it. */
  accessibility?: { page: number; draft: ActionDraft };
  axe?: AxeBuilderCalls;
}

/** What a builder of axe-core was told, each with the names that count there. */
export interface AxeBuilderCalls {
  page: number;
  calls: { reader: Reader; name: string; args: readonly Node[] }[];
}

/** The cookies of the window, one of them, or the text of a cookie or item. */
export type StoredReading =
  | { what: 'cookies'; page: number; domain?: string }
  | { what: 'cookie' | 'text'; page: number; item: Readonly<{ of: string; name: string; domain?: string }> };

/** A list or number in which code keeps the requests that pages send from then on. */
export interface WatchedList {
  page: number;
  /** Of a check of such a request. */
  fields: Readonly<Record<string, string>>;
  /** How many actions were there before. */
  since: number;
  /** What waits for the first of them, until their number is checked. */
  awaited?: ActionDraft;
}

/** Where requests of a context go, and what they send along. */
export interface RequestDefaults {
  base?: string | undefined;
  headers?: Node | undefined;
}

/** What is read of the action that stores a value. */
export interface RequestDraft {
  into: string;
  expectStatus?: string;
  expectBody?: string;
  /** The action, where it checks a request that the page sends; it keeps that only if something is read of it. */
  check?: ActionDraft;
  /** Of which of the two its value is, there. Default: the response. */
  of?: 'request' | 'response';
}

/** What a request got: the response itself, or a place in its body. */
export interface ResponsePart {
  request: RequestDraft;
  /** The expression in the checks of the request, e.g. `body.items[0]`; undefined for the whole response. */
  path?: string;
  /** It is the value of a script of the page, of which nothing can be checked in advance. */
  isValue?: true;
}

/** An object of a class of the file, such as a page object. */
export interface Instance {
  /** What its constructor knew; values of fields are read there. */
  reader: Reader;
  fields: Map<string, Node>;
  methods: Map<string, FunctionNode>;
}

export const textOf = ({ source }: Reader, { start, end }: Node): string => source.slice(start ?? 0, end ?? 0);

export interface CodegenCall {
  owner: Node;
  name: string;
  args: readonly Node[];
}

export function callOf(node: Node): CodegenCall | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return undefined;
  const { callee } = node;
  const isMember = callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression';
  if (!isMember || callee.property.type !== 'Identifier') return undefined;
  return { owner: callee.object, name: callee.property.name, args: node.arguments };
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

export const someNode = (node: Node, test: (node: Node) => boolean): boolean =>
  test(node) || childrenOf(node).some(child => someNode(child, test));

export function keptNode({ kept }: Reader, value: KeptValue): Node {
  const name = `#${kept.size + 1}`;
  kept.set(name, value);
  return { type: 'Identifier', name };
}

/** The value of an action that stores it under this name. */
export const variableNode = (reader: Reader, into: string): Node =>
  keptNode(reader, { response: { request: { into }, path: '', isValue: true } });

export const keptOf = ({ kept }: Reader, node: Node): KeptValue | undefined =>
  node.type === 'Identifier' ? kept.get(node.name) : undefined;

export const homeOf = ({ modules, home }: Reader, { start }: Node): CodeModule =>
  modules.find(one => start !== null && start !== undefined && start >= one.start && start < one.end) ?? home;

/** A value among computed ones that has no literal. */
export class Opaque {
  readonly node: Node;
  constructor(node: Node) {
    this.node = node;
  }
}

export const isFunctionNode = (node: Node | undefined): node is ast.ArrowFunctionExpression | ast.FunctionExpression =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** Without what only types or waits for it. */
export function plainValue(node: Node): Node {
  if (node.type === 'AwaitExpression') return plainValue(node.argument);
  const isTyped = /^TS(?:As|NonNull|Satisfies)Expression$/.test(node.type) || node.type === 'ParenthesizedExpression';
  return isTyped && 'expression' in node && isNode(node.expression) ? plainValue(node.expression) : node;
}
