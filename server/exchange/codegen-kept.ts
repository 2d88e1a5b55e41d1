/** Values that mean the same in every function and file. */
import type * as ast from '@babel/types';
import { builderOf } from './codegen-accessibility.ts';
import { constructed } from './codegen-classes.ts';
import { fieldOf, instanceOf, pageOf } from './codegen-objects.ts';
import { isExpression, textNode } from './codegen-patterns.ts';
import { isFunctionNode, keptNode, keptOf, type Node, plainValue, type Reader } from './codegen-reader.ts';
import { readingOf } from './codegen-readings.ts';
import { responsePart } from './codegen-responses.ts';
import { closureOf, locatorOf, resolved, stringOf } from './codegen-values.ts';

/** Undefined where it is known only when the code runs. */
export function settled(reader: Reader, given: Node): Node | undefined {
  const plain = plainValue(given);
  if (keptOf(reader, plain) !== undefined) return plain;
  const owned = ownedBy(reader, plain);
  if (owned !== undefined) return owned;
  const field = fieldOf(reader, plain);
  if (field !== undefined) return settled(field.inner, field.value);
  const response = responsePart(reader, plain);
  if (response !== undefined) return keptNode(reader, { response });
  const node = plainValue(resolved(reader, plain));
  if (/^(?:String|Numeric|Boolean|RegExp|Null)Literal$/.test(node.type)) return node;
  if (node.type === 'Identifier' && (node.name === 'undefined' || keptOf(reader, node) !== undefined)) return node;
  if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') return wholeOf(reader, node);
  const text = stringOf(reader, node) ?? (plain === node ? undefined : stringOf(reader, plain));
  return text === undefined ? keptValueOf(reader, node) : textNode(text);
}

/** Parts that are settled stay as they are, however often they are part of others. */
function wholeOf(reader: Reader, node: ast.ArrayExpression | ast.ObjectExpression): Node | undefined {
  const { wholes } = reader.spent;
  if (wholes.has(node)) return node;
  const made = node.type === 'ArrayExpression' ? listOf(reader, node) : objectOf(reader, node);
  if (made !== undefined) wholes.add(made);
  return made;
}

function ownedBy(reader: Reader, node: Node): Node | undefined {
  const [page, instance] = [pageOf(reader, node), instanceOf(reader, node) ?? constructed(reader, node)];
  if (page !== undefined) return keptNode(reader, { page });
  return instance && keptNode(reader, { instance });
}

function keptValueOf(reader: Reader, node: Node): Node | undefined {
  const found = locatorOf(reader, node);
  if (found !== undefined) return keptNode(reader, { found });
  const reading = readingOf(reader, node);
  if (reading !== undefined) return keptNode(reader, { reading });
  const axe = builderOf(reader, node);
  if (axe !== undefined) return keptNode(reader, { axe });
  const made = node.type === 'Identifier' ? reader.classes.get(node.name) : undefined;
  if (made !== undefined) return keptNode(reader, { made });
  const isNamed = isFunctionNode(node) || node.type === 'Identifier' || node.type === 'MemberExpression';
  const closure = isNamed ? closureOf(reader, node) : undefined;
  return closure && keptNode(reader, { closure: { called: closure.called, reader: closure.reader ?? reader } });
}

const UNKNOWN: ast.Identifier = { type: 'Identifier', name: '#' };

const partOf = (reader: Reader, node: Node): ast.Expression => {
  const part = settled(reader, node);
  return part !== undefined && isExpression(part) ? part : UNKNOWN;
};

function listOf(reader: Reader, list: ast.ArrayExpression): Node | undefined {
  const elements: (ast.Expression | null)[] = [];
  for (const one of list.elements) {
    if (one?.type !== 'SpreadElement') elements.push(one === null ? null : partOf(reader, one));
    else {
      const spread = settled(reader, one.argument);
      if (spread?.type !== 'ArrayExpression') return undefined;
      elements.push(...spread.elements.map(part => (part !== null && isExpression(part) ? part : null)));
    }
  }
  return { ...list, elements };
}

function objectOf(reader: Reader, object: ast.ObjectExpression): Node | undefined {
  const properties: ast.ObjectExpression['properties'] = [];
  for (const one of object.properties) {
    const given = one.type === 'ObjectProperty' ? propertyOf(reader, one) : one;
    const spread = given.type === 'SpreadElement' ? settled(reader, given.argument) : undefined;
    if (given.type === 'SpreadElement' && spread?.type !== 'ObjectExpression') return undefined;
    const added = spread?.type === 'ObjectExpression' ? spread.properties : [given];
    properties.push(...added);
  }
  return { ...object, properties };
}

function propertyOf(reader: Reader, one: ast.ObjectProperty): ast.ObjectProperty {
  const key = one.computed ? settled(reader, one.key) : undefined;
  const value = partOf(reader, one.value);
  return key?.type === 'StringLiteral'
    ? { ...one, key, computed: false, value, shorthand: false }
    : { ...one, value, shorthand: false };
}
