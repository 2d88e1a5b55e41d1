import { AppError } from '../../../model/errors/errors.ts';
import { findJsonFault } from './json-fault.ts';

const MAX_DEPTH = 64;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const MERGE_MARKER = /^(?:<{7}|={7}|>{7})(?:\s|$)/m;
const LONGEST_REASON = 500;

/** What is wrong with JSON text, as `facts.fault` of the error. */
export type JsonFaultKind = 'empty' | 'null-bytes' | 'merge-conflict' | 'syntax' | 'forbidden-key' | 'too-deep';

interface Damage {
  fault: JsonFaultKind;
  position: number;
  reason: string;
}

function damaged(file: string, text: string, { fault, position, reason }: Damage): AppError {
  const before = text.slice(0, position).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  const message = `${file}, line ${line}, column ${column}: ${reason.slice(0, LONGEST_REASON)}.`;
  return new AppError('damaged-file', message, { facts: { file, line, column, fault } });
}

function explainSyntax(text: string, isPrivate: boolean): Damage {
  if (text.trim() === '') return { fault: 'empty', position: 0, reason: 'the text is empty' };
  const zero = text.indexOf('\0');
  if (zero >= 0) {
    const reason = 'NUL bytes, as a power cut leaves them; take a backup or the version from git';
    return { fault: 'null-bytes', position: zero, reason };
  }
  const marker = MERGE_MARKER.exec(text);
  if (marker !== null) {
    const reason = 'merge markers; resolve the git conflict and save the file';
    return { fault: 'merge-conflict', position: marker.index, reason };
  }
  const { position, reason, found } = findJsonFault(text);
  return { fault: 'syntax', position, reason: found === undefined || isPrivate ? reason : `${reason}, found ${found}` };
}

function forbiddenKey(key: string, text: string): Damage {
  const reason = `the name ${key} is not allowed in JSON that is stored or sent`;
  return { fault: 'forbidden-key', position: Math.max(0, text.search(new RegExp(`"${key}"\\s*:`))), reason };
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The first fault within `value`, which lies in `depth` brackets; recursion is no deeper than what is allowed. */
function findForbidden(value: unknown, depth: number, text: string): Damage | undefined {
  if (!isContainer(value)) return undefined;
  if (depth >= MAX_DEPTH)
    return { fault: 'too-deep', position: 0, reason: `more than ${MAX_DEPTH} levels of brackets` };
  if (Array.isArray(value)) {
    for (const item of value) {
      const damage = findForbidden(item, depth + 1, text);
      if (damage !== undefined) return damage;
    }
    return undefined;
  }
  // Several times as fast as Object.entries; parsed objects inherit nothing that could be listed.
  for (const key in value) {
    if (FORBIDDEN_KEYS.has(key)) return forbiddenKey(key, text);
    const damage = findForbidden(value[key], depth + 1, text);
    if (damage !== undefined) return damage;
  }
  return undefined;
}

interface ParseJsonOptions {
  /** How messages call the text. */
  file: string;
  /** Messages must not show what stands in it. */
  isPrivate?: boolean;
}

/**
 * Parses JSON that others wrote: a file, or a request's body. A byte order mark is tolerated.
 * Errors: `damaged-file` naming `file`, line, column and reason; `facts.fault` tells a program which of
 * `JsonFaultKind` it is. Names that reach into prototypes and more than 64 levels are refused too.
 */
export function parseJson(text: string, { file, isPrivate = false }: ParseJsonOptions): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw damaged(file, json, explainSyntax(json, isPrivate));
  }
  const damage = findForbidden(value, 0, json);
  if (damage !== undefined) throw damaged(file, json, damage);
  return value;
}

const LONGEST_SHOWN = 40;

function describe(json: unknown): string {
  if (Array.isArray(json)) return 'a list';
  const text = JSON.stringify(json);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

/** As `parseJson`, for a file that holds an object. Errors: `damaged-file`, also for anything else. */
export function parseJsonObject(text: string, options: ParseJsonOptions): Readonly<Record<string, unknown>> {
  const json = parseJson(text, options);
  if (isContainer(json) && !Array.isArray(json)) return json;
  const { file, isPrivate = false } = options;
  const message = `${file} holds ${isPrivate ? 'something else' : describe(json)}, expected an object in braces.`;
  throw new AppError('damaged-file', message, { facts: { file, line: 1 } });
}
