/** What code stores in objects, and exported code in `vars`: `vars.token = await page.evaluate(…)`. */
import type * as ast from '@babel/types';
import { changed, forgetChanges } from './codegen-changes.ts';
import { turnTo } from './codegen-elements.ts';
import { evaluated } from './codegen-evaluated.ts';
import { keepExchange } from './codegen-exchanges.ts';
import { isExpression } from './codegen-patterns.ts';
import { keptOf, type Node, type PageReading, type Reader, variableNode } from './codegen-reader.ts';
import { resolved } from './codegen-values.ts';

/** Exported code keeps the variables of a test there. */
const VARIABLES = 'vars';

/** False for what is no such assignment, or gives a value that is not known. */
export function storedInObject(reader: Reader, node: Node): boolean {
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return false;
  const name = namedPart(reader, node.left);
  const found = name === undefined ? undefined : evaluated(reader, node.right, name);
  if (name === undefined || found === undefined) return false;
  const { value } = found;
  // Its actions are there, while nobody knows what it gave.
  if (value === undefined) forgetChanges(reader, node);
  if (value === undefined) return true;
  const { reading } = keptOf(reader, value) ?? {};
  const stored = reading === undefined ? value : extracted(reader, reading, { name, target: node.left });
  if (stored === undefined || !isExpression(stored)) return false;
  keepExchange(reader, stored, name);
  return changed(reader, { ...node, right: stored });
}

/** The name of a field, where the object is known. */
function namedPart(reader: Reader, left: ast.AssignmentExpression['left']): string | undefined {
  if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return undefined;
  return resolved(reader, left.object).type === 'ObjectExpression' ? left.property.name : undefined;
}

/** What is read of a page for a variable is read there and then; elsewhere, where it is compared. */
function extracted(
  reader: Reader,
  { page, of, fields: { matcher: _matcher, ...fields } }: PageReading,
  { name, target }: { name: string; target: Node },
): Node | undefined {
  const isVariable =
    target.type === 'MemberExpression' && target.object.type === 'Identifier' && target.object.name === VARIABLES;
  if (!isVariable || of === 'state') return undefined;
  turnTo(reader, page);
  const into = reader.names.fresh(name);
  reader.actions.push({ type: 'extract', from: of, ...fields, into });
  return variableNode(reader, into);
}
