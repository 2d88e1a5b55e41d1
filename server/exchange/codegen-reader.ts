import type * as ast from '@babel/types';
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import type { VariableNames } from '../../model/exchange/variable-names.ts';

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
  expected: Map<string, 'popup' | 'download'>;
  functions: ReadonlyMap<string, FunctionNode>;
  classes: ReadonlyMap<string, ast.ClassDeclaration>;
  /** By the name of what holds it; inside of its methods also by `this`. */
  instances: Map<string, Instance>;
  /** Classes of which an object is just being made. */
  making: readonly ast.ClassDeclaration[];
  /** Rounds of loops, in all tests of the text. */
  spent: { rounds: number };
  running: readonly FunctionNode[];
  told: Told;
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
}

export const nothingTold = (): Told => ({ notes: new Set(), reason: undefined, isSkipped: false });

export type FunctionNode =
  | ast.ArrowFunctionExpression
  | ast.FunctionExpression
  | ast.FunctionDeclaration
  | ast.ClassMethod
  | ast.ObjectMethod;

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
  if (
    node.type !== 'CallExpression' ||
    node.callee.type !== 'MemberExpression' ||
    node.callee.property.type !== 'Identifier'
  )
    return undefined;
  return { owner: node.callee.object, name: node.callee.property.name, args: node.arguments };
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

export const someNode = (node: Node, test: (node: Node) => boolean): boolean =>
  test(node) || childrenOf(node).some(child => someNode(child, test));
