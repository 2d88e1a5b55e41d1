/** Errors of pages that code collects, and expects none of: they fail the test by themselves. */
import type { FailOn } from '../../model/project/fail-on.ts';
import { checkSubject } from './codegen-calls.ts';
import { collecting, keptList, listAdded, wantedNumber } from './codegen-counted-requests.ts';
import { pageOf } from './codegen-objects.ts';
import { bind } from './codegen-patterns.ts';
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
import { resolved, stringOf } from './codegen-values.ts';

/** `page.on('pageerror', error => errors.push(error.message))`, and the same of errors on the console. */
export function errorsWatched(reader: Reader, { owner, name, args: [event, handler] }: CodegenCall): boolean {
  const found = name === 'on' && pageOf(reader, owner) !== undefined ? collecting(handler) : undefined;
  const list = found && listAdded(found.deed);
  const fails = found && failsOn(reader, stringOf(reader, event), found.test);
  if (list === undefined || fails === undefined) return false;
  const known = resolved(reader, { type: 'Identifier', name: list });
  const before = keptOf(reader, known)?.failOn;
  const isNew = known.type === 'ArrayExpression' && known.elements.length === 0;
  if (before === undefined && !isNew) return false;
  bind(reader, list, keptNode(reader, { failOn: { ...before, ...fails } }));
  return true;
}

function failsOn(reader: Reader, event: string | undefined, test: Node | undefined): FailOn | undefined {
  if (event === 'pageerror') return test === undefined ? { uncaughtErrors: true } : undefined;
  const isCompared = test?.type === 'BinaryExpression' && /^===?$/.test(test.operator);
  const isOfType = isCompared && callOf(plainValue(test.left))?.name === 'type';
  return event === 'console' && isOfType && stringOf(reader, test.right) === 'error'
    ? { consoleErrors: true }
    : undefined;
}

/** `expect(errors).toEqual([])` */
export function noErrorsCheck(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  const { subject } = checkSubject(reader, owner) ?? {};
  const failOn = subject && keptList(reader, subject)?.failOn;
  const wanted = failOn && wantedNumber(reader, { name, args });
  if (failOn === undefined || wanted?.count !== 0) return false;
  reader.told.failOn = { ...reader.told.failOn, ...failOn };
  reader.told.notes.add(
    `“${textOf(reader, owner)}.${name}(…)”: such an error fails the test by itself, wherever it happens (failOn).`,
  );
  return true;
}
