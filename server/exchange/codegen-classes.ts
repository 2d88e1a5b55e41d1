/** `new LoginPage(page)`: page objects are made without their code being run. */
import type * as ast from '@babel/types';
import { instanceOf } from './codegen-objects.ts';
import { bindPattern } from './codegen-patterns.ts';
import { childrenOf, type FunctionNode, type Instance, keptOf, type Node, type Reader } from './codegen-reader.ts';
import { readerAt, readerInside } from './codegen-values.ts';

/** Undefined where its class is not in the file, or its constructor does more than to keep values. */
export function constructed(reader: Reader, node: Node): Instance | undefined {
  if (node.type !== 'NewExpression') return undefined;
  const made = classOf(reader, node.callee);
  if (made === undefined || reader.making.includes(made)) return undefined;
  const given = node.arguments.map(one => reader.settled(reader, one) ?? UNKNOWN);
  const base = readerAt(reader, made);
  const inner = { ...base, instances: new Map(base.instances), making: [...reader.making, made] };
  const instance: Instance = { reader: inner, fields: new Map(), methods: new Map() };
  return filled(instance, inner, { made, given }) ? instance : undefined;
}

/** A name that nothing has. */
const UNKNOWN: ast.Identifier = { type: 'Identifier', name: '#' };

function classOf(reader: Reader, callee: Node): ast.ClassDeclaration | undefined {
  if (callee.type === 'Identifier')
    return reader.classes.get(callee.name) ?? keptOf(reader, reader.constants.get(callee.name) ?? callee)?.made;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  return instanceOf(reader, callee.object)?.reader.classes.get(callee.property.name);
}

/** The class as an object of its own. */
export function staticsOf(reader: Reader, made: ast.ClassDeclaration): Instance {
  const inner = { ...reader, instances: new Map(reader.instances) };
  const instance: Instance = { reader: inner, fields: new Map(), methods: new Map() };
  inner.instances.set('this', instance);
  if (made.id) inner.instances.set(made.id.name, instance);
  keepMembers(instance, made, true);
  return instance;
}

export const ownField = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && node.object.type === 'ThisExpression' && node.property.type === 'Identifier'
    ? node.property.name
    : undefined;

interface Making {
  made: ast.ClassDeclaration;
  given: readonly Node[];
}

function filled(instance: Instance, outer: Reader, { made, given }: Making): boolean {
  const reader = readerAt(outer, made);
  const builder = made.body.body.find(part => part.type === 'ClassMethod' && part.kind === 'constructor');
  const parent = made.superClass?.type === 'Identifier' ? reader.classes.get(made.superClass.name) : undefined;
  if (made.superClass && (parent === undefined || parent === made)) return false;
  if (builder?.type !== 'ClassMethod') {
    if (parent !== undefined && !filled(instance, reader, { made: parent, given })) return false;
    instance.reader.instances.set('this', instance);
    keepMembers(instance, made);
    return true;
  }
  const inner = readerInside(reader, builder, given);
  inner.instances = new Map(reader.instances);
  const first = builder.body.body.find(isSuperCall);
  if (parent !== undefined && !filled(instance, inner, { made: parent, given: argumentsOf(first) })) return false;
  instance.reader = inner;
  inner.instances.set('this', instance);
  keepParameters(instance, builder);
  keepMembers(instance, made);
  return builder.body.body.every(statement => keepStatement(instance, statement));
}

const isSuperCall = (node: Node): boolean =>
  node.type === 'ExpressionStatement' &&
  node.expression.type === 'CallExpression' &&
  node.expression.callee.type === 'Super';

const argumentsOf = (node: Node | undefined): readonly Node[] =>
  node?.type === 'ExpressionStatement' && node.expression.type === 'CallExpression' ? node.expression.arguments : [];

/** `constructor(private readonly page: Page)` */
function keepParameters({ fields }: Instance, { params }: FunctionNode): void {
  for (const parameter of params) {
    const kept = parameter.type === 'TSParameterProperty' ? parameter.parameter : undefined;
    const named = kept?.type === 'AssignmentPattern' ? kept.left : kept;
    if (named?.type === 'Identifier') fields.set(named.name, named);
  }
}

function keepMembers(instance: Instance, { body }: ast.ClassDeclaration, isStatic = false): void {
  for (const part of body.body) {
    const isNamed = (part.type === 'ClassMethod' || part.type === 'ClassProperty') && part.key.type === 'Identifier';
    if (isNamed && part.key.type === 'Identifier' && Boolean(part.static) === isStatic)
      keepMember(instance, part.key.name, part);
  }
}

function keepMember(instance: Instance, name: string, part: ast.ClassMethod | ast.ClassProperty): void {
  if (part.type === 'ClassProperty') {
    if (part.value) keepField(instance, name, part.value);
  } else if (part.kind === 'method') instance.methods.set(name, part);
  else if (part.kind === 'get') {
    const [only, more] = part.body.body;
    if (only?.type === 'ReturnStatement' && only.argument && !more) instance.fields.set(name, only.argument);
  }
}

/** A value may come from fields that are there already, so that none refers to itself. */
function keepField({ reader, fields, methods }: Instance, name: string, value: Node): void {
  if (value.type === 'ArrowFunctionExpression') methods.set(name, value);
  const other = constructed(reader, value);
  const isKnown = (own: string): boolean => own !== name && (fields.has(own) || reader.instances.has(`this.${own}`));
  if (other !== undefined) reader.instances.set(`this.${name}`, other);
  else if (ownFieldsIn(value).every(own => !fields.has(name) && isKnown(own))) fields.set(name, value);
}

const ownFieldsIn = (node: Node): string[] => {
  const own = ownField(node);
  return own === undefined ? childrenOf(node).flatMap(ownFieldsIn) : [own];
};

/** A constructor may keep values, and nothing else. */
function keepStatement(instance: Instance, node: Node): boolean {
  if (isSuperCall(node)) return true;
  if (node.type === 'VariableDeclaration') return named(instance.reader, node);
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return false;
  const name = ownField(node.expression.left);
  if (name !== undefined) keepField(instance, name, node.expression.right);
  return name !== undefined;
}

function named(reader: Reader, { declarations }: ast.VariableDeclaration): boolean {
  for (const { id, init } of declarations) bindPattern(reader, id, init ? reader.settled(reader, init) : undefined);
  return true;
}
