/** What Cypress calls in its own way, in the words of the code that is followed. */
import type * as ast from '@babel/types';
import { textNode } from '../codegen-patterns.ts';
import { childrenOf, type Node } from '../codegen-reader.ts';

/** `Cypress.env('x')` as `process.env.x`, the address of the app as nothing, `this.x` as a name of its own. */
export function rewrite(node: Node, aliases: ReadonlySet<string>): void {
  for (const child of childrenOf(node)) rewrite(child, aliases);
  if (node.type === 'CallExpression' || node.type === 'MemberExpression') {
    const made = environmentNode(node) ?? aliasNode(node, aliases);
    if (made !== undefined) Object.assign(node, made);
  }
}

const dotted = (node: Node): string => {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && !node.computed ? `${dotted(node.object)}.${dotted(node.property)}` : '';
};

function environmentNode(node: ast.CallExpression | ast.MemberExpression): object | undefined {
  const [owner, name] = node.type === 'MemberExpression' ? memberOfCall(node) : callOfName(node);
  if (owner === 'Cypress.config' && name === 'baseUrl') return textNode('');
  return owner === 'Cypress.env' && /^\w+$/.test(name) ? environmentOf(name) : undefined;
}

/** `Cypress.env().name` */
function memberOfCall({ object, property }: ast.MemberExpression): [string, string] {
  const isCalled = object.type === 'CallExpression' && object.arguments.length === 0;
  return [isCalled ? dotted(object.callee) : '', property.type === 'Identifier' ? property.name : ''];
}

/** `Cypress.env('name')` */
function callOfName({ callee, arguments: [first, more] }: ast.CallExpression): [string, string] {
  return first?.type === 'StringLiteral' && more === undefined ? [dotted(callee), first.value] : ['', ''];
}

const environmentOf = (name: string): object => ({
  type: 'MemberExpression',
  object: {
    type: 'MemberExpression',
    object: { type: 'Identifier', name: 'process' },
    property: { type: 'Identifier', name: 'env' },
    computed: false,
  },
  property: { type: 'Identifier', name },
  computed: false,
});

function aliasNode(node: Node, aliases: ReadonlySet<string>): object | undefined {
  if (node.type !== 'MemberExpression' || node.object.type !== 'ThisExpression') return undefined;
  const name = node.property.type === 'Identifier' ? node.property.name : '';
  return aliases.has(name) ? { type: 'Identifier', name: `this.${name}` } : undefined;
}

/** Names that `as` gives. */
export const aliasesIn = (source: string): Set<string> =>
  new Set([...source.matchAll(/\.as\(\s*['"]([\w-]{1,100})['"]/g)].flatMap(([, name]) => name ?? []));
