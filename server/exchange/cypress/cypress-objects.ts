/** Page objects that are plain objects, or fields of one. */
import type * as ast from '@babel/types';
import { constructed } from '../codegen-classes.ts';
import { fieldOf, instanceOf } from '../codegen-objects.ts';
import { keyOf } from '../codegen-patterns.ts';
import { callOf, type FunctionNode, type Instance, isFunctionNode, type Node, type Reader } from '../codegen-reader.ts';
import { readerInside, resolved } from '../codegen-values.ts';

interface CalledFunction {
  called: FunctionNode;
  inner: Reader;
}

/** `this.elements.name()`, where a field holds functions. */
export function functionIn(reader: Reader, node: Node): CalledFunction | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  const field = fieldOf(reader, object);
  const owner = field?.value ?? resolved(reader, object);
  const called = property.type === 'Identifier' ? memberFunctions(owner).get(property.name) : undefined;
  if (called === undefined || reader.running.includes(called)) return undefined;
  const inner = readerInside(reader, called, node.arguments, field?.inner);
  return { called, inner: { ...inner, names: reader.names } };
}

function memberFunctions(owner: Node): Map<string, FunctionNode> {
  const found = new Map<string, FunctionNode>();
  for (const part of owner.type === 'ObjectExpression' ? owner.properties : []) {
    if (part.type === 'ObjectMethod' && part.key.type === 'Identifier') found.set(part.key.name, part);
    if (part.type !== 'ObjectProperty') continue;
    const key = keyOf(part);
    if (key !== undefined && isFunctionNode(part.value)) found.set(key, part.value);
  }
  return found;
}

/** `login.open().signIn()`, where each function returns the page object itself, in their order. */
export function fluentCalls(reader: Reader, node: Node): CalledFunction[] | undefined {
  const calls: { name: string; given: readonly Node[] }[] = [];
  let at = node;
  for (let call = callOf(at); call !== undefined; call = callOf(at)) {
    calls.unshift({ name: call.name, given: call.args });
    at = call.owner;
  }
  const instance = constructed(reader, at) ?? instanceOf(reader, at);
  if (instance === undefined || (calls.length < 2 && at.type !== 'NewExpression')) return undefined;
  const found = calls.flatMap(({ name, given }) => {
    const called = instance.methods.get(name);
    if (called === undefined || reader.running.includes(called)) return [];
    const inner = readerInside(reader, called, given);
    inner.instances.set('this', instance);
    return [{ called, inner }];
  });
  const isFluent = found.slice(0, -1).every(({ called }) => returnsItself(called));
  return isFluent && found.length === calls.length ? found : undefined;
}

function returnsItself({ body }: FunctionNode): boolean {
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  return last?.type === 'ReturnStatement' && last.argument?.type === 'ThisExpression';
}

/** `const login = { open() {…}, name: '#name' }`, whose functions say `this`. */
export function objectInstance(reader: Reader, object: ast.ObjectExpression): Instance | undefined {
  const methods = memberFunctions(object);
  if (methods.size === 0) return undefined;
  const instance: Instance = {
    reader: { ...reader, instances: new Map(reader.instances) },
    fields: new Map(),
    methods,
  };
  for (const part of object.properties) {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    if (part.type === 'ObjectProperty' && key !== undefined && !methods.has(key)) instance.fields.set(key, part.value);
  }
  instance.reader.instances.set('this', instance);
  return instance;
}

/** `static` functions of a class. */
export function staticInstance(reader: Reader, { body }: ast.ClassDeclaration): Instance {
  const instance: Instance = { reader, fields: new Map(), methods: new Map() };
  for (const part of body.body) {
    if (part.type === 'ClassMethod' && part.static && part.key.type === 'Identifier')
      instance.methods.set(part.key.name, part);
    if (part.type === 'ClassProperty' && part.static && part.key.type === 'Identifier' && part.value)
      instance.fields.set(part.key.name, part.value);
  }
  return instance;
}
