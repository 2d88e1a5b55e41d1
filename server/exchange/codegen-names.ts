/** The names that a file gives at its top, and those under which it exports them. */
import type * as ast from '@babel/types';
import { numberNode, textNode } from './codegen-patterns.ts';
import { type CodeModule, isFunctionNode, type Node, plainValue } from './codegen-reader.ts';

type NamedScope = Pick<CodeModule, 'constants' | 'functions' | 'classes'>;

interface PassedOn {
  from: string;
  /** Undefined for `export *`. */
  names?: { original: string; exported: string };
}

export interface ModuleExports {
  /** Local names by those under which they are exported. */
  exported: Map<string, string>;
  passedOn: PassedOn[];
}

const DEFAULT = 'default';

const declarationIn = (given: Node): Node =>
  (given.type === 'ExportNamedDeclaration' || given.type === 'ExportDefaultDeclaration'
    ? given.declaration
    : undefined) ?? given;

export function noteNames(scope: NamedScope, given: Node): void {
  const statement = declarationIn(given);
  const isDefault = given.type === 'ExportDefaultDeclaration';
  if (statement.type === 'FunctionDeclaration') scope.functions.set(statement.id?.name ?? DEFAULT, statement);
  else if (statement.type === 'ClassDeclaration') scope.classes.set(statement.id?.name ?? DEFAULT, statement);
  else if (statement.type === 'TSEnumDeclaration') scope.constants.set(statement.id.name, enumObject(statement));
  else if (statement.type === 'VariableDeclaration')
    for (const { id, init } of statement.declarations)
      if (id.type === 'Identifier' && init) noteValue(scope, id.name, init);
  if (isDefault && !/Declaration$/.test(statement.type)) noteValue(scope, DEFAULT, statement);
  if (given.type === 'ExpressionStatement') noteCommon(scope, given.expression);
}

function noteValue({ constants, functions }: NamedScope, name: string, init: Node): void {
  const value = plainValue(init);
  if (isFunctionNode(value)) functions.set(name, value);
  else if (value.type !== 'Identifier' || value.name !== name) constants.set(name, value);
}

/** `module.exports = { … }` and `exports.name = …` */
function noteCommon(scope: NamedScope, node: Node): void {
  const name = commonName(node);
  if (name !== undefined && node.type === 'AssignmentExpression') noteValue(scope, name, node.right);
}

const isNamed = (node: Node, name: string): boolean => node.type === 'Identifier' && node.name === name;

function commonName(node: Node): string | undefined {
  const left = node.type === 'AssignmentExpression' ? node.left : undefined;
  if (left?.type !== 'MemberExpression' || left.property.type !== 'Identifier') return undefined;
  if (isNamed(left.object, 'module') && left.property.name === 'exports') return DEFAULT;
  return isNamed(left.object, 'exports') ? left.property.name : undefined;
}

function enumObject({ body, members = [] }: ast.TSEnumDeclaration): ast.ObjectExpression {
  let next = 0;
  const properties = (body?.members ?? members).map(({ id, initializer }): ast.ObjectProperty => {
    const value = initializer ?? numberNode(next);
    if (value.type === 'NumericLiteral') next = value.value + 1;
    const key = textNode(id.type === 'Identifier' ? id.name : id.value);
    return { type: 'ObjectProperty', key, value, computed: false, shorthand: false };
  });
  return { type: 'ObjectExpression', properties };
}

export function noteExports({ exported, passedOn }: ModuleExports, node: Node): void {
  if (node.type === 'ExportAllDeclaration') passedOn.push({ from: node.source.value });
  else if (node.type === 'ExportDefaultDeclaration') exported.set(DEFAULT, defaultName(node));
  else if (node.type === 'ExpressionStatement') {
    const name = commonName(node.expression);
    if (name !== undefined) exported.set(name, name);
  } else if (node.type === 'ExportNamedDeclaration') noteNamed({ exported, passedOn }, node);
}

function defaultName({ declaration }: ast.ExportDefaultDeclaration): string {
  if (declaration.type === 'Identifier') return declaration.name;
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : DEFAULT;
}

const nameOf = (node: ast.Identifier | ast.StringLiteral): string =>
  node.type === 'Identifier' ? node.name : node.value;

function noteNamed({ exported, passedOn }: ModuleExports, node: ast.ExportNamedDeclaration): void {
  for (const name of node.declaration ? declaredNames(node.declaration) : []) exported.set(name, name);
  for (const one of node.specifiers) {
    const name = nameOf(one.exported);
    const original = one.type === 'ExportSpecifier' ? one.local.name : '*';
    if (node.source) passedOn.push({ from: node.source.value, names: { original, exported: name } });
    else exported.set(name, original);
  }
}

function declaredNames(node: ast.Declaration): string[] {
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : [];
}
