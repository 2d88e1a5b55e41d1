/** Documents whose status is checked: `const response = await page.goto('/x'); expect(response?.status()).toBe(404)` */
import { pageCall } from './codegen-calls.ts';
import { pageOf } from './codegen-objects.ts';
import {
  type CodegenCall,
  callOf,
  keptNode,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  textOf,
} from './codegen-reader.ts';
import { isInSameBlock, wantedStatus } from './codegen-requests.ts';
import { statusSubject } from './codegen-responses.ts';

/** The value is its answer. */
export function visited(reader: Reader, node: Node): { value: Node } | undefined {
  const call = callOf(plainValue(node));
  if (call === undefined || !/^(?:goto|reload)$/.test(call.name) || pageOf(reader, call.owner) === undefined)
    return undefined;
  const start = reader.actions.length;
  if (!pageCall(reader, call)) return undefined;
  const visit = reader.actions.slice(start).find(({ type }) => type === 'visit' || type === 'reload');
  return visit && { value: keptNode(reader, { visit }) };
}

/** Also that there is an answer at all, which any visit has. */
export function visitCheck(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  const isNot = owner.type === 'MemberExpression' && textOf(reader, owner.property) === 'not';
  const checked = isNot ? owner.object : owner;
  if (checked.type !== 'CallExpression' || textOf(reader, checked.callee) !== 'expect') return false;
  const [given] = checked.arguments;
  const subject = given && statusSubject(plainValue(given));
  if (subject === undefined) return false;
  if (visitOf(reader, subject) !== undefined) return isAnswered(name, isNot);
  return !isNot && statusExpected(reader, subject, { name, args });
}

const isAnswered = (name: string, isNot: boolean): boolean =>
  isNot ? name === 'toBeNull' : name === 'toBeTruthy' || name === 'toBeDefined';

function statusExpected(reader: Reader, subject: Node, matcher: Pick<CodegenCall, 'name' | 'args'>): boolean {
  const read = callOf(subject);
  if (read?.name !== 'status' && read?.name !== 'ok') return false;
  const visit = visitOf(reader, read.owner);
  const status = visit && wantedStatus(reader, matcher, read.name);
  if (visit === undefined || status === undefined || !isInSameBlock(reader, visit)) return false;
  visit.expectStatus = status;
  return true;
}

function visitOf(reader: Reader, given: Node) {
  const node = plainValue(given);
  const known = reader.settled(reader, node) ?? visited(reader, node)?.value;
  return known && keptOf(reader, known)?.visit;
}
