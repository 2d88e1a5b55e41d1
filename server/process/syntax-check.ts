import { Script } from 'node:vm';
import jsonata from 'jsonata';
import { isAppError } from '../../model/errors/errors.ts';
import { unknownFunction } from '../../model/values/expression-functions.ts';
import { quotedExpression, unreadableExpression } from '../../model/values/expression-syntax.ts';
import { pageExpression } from '../../model/values/page-script.ts';
import type { SyntaxCheck } from '../../model/values/syntax-check.ts';

const MOST_REMEMBERED = 2_000;
const LONGEST_REMEMBERED = 2_000;

/** Parses with the engines that will run the texts, and runs nothing. */
export const syntaxCheck: SyntaxCheck = {
  expression: remembering(expressionFault),
  script: remembering(scriptFault),
};

function expressionFault(source: string): string | undefined {
  try {
    jsonata(source);
  } catch (error) {
    return unreadableExpression(source, faultOf(error));
  }
  const unknown = unknownFunction(source);
  return unknown && `${quotedExpression(source)} cannot be computed: ${unknown}`;
}

/** JSONata throws plain objects; the engine below it throws errors. */
function faultOf(error: unknown): Parameters<typeof unreadableExpression>[1] {
  const fault: Readonly<Record<string, unknown>> = { ...Object(error) };
  return {
    message: error instanceof Error ? error.message : String(fault.message),
    position: typeof fault.position === 'number' ? fault.position : undefined,
    token: fault.token === undefined ? undefined : String(fault.token),
  };
}

function scriptFault(code: string): string | undefined {
  try {
    pageExpression(code, source => new Script(source));
    return undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.message.replace(/\.$/, '');
  }
}

/** Every edit of a test checks its unchanged texts again. */
function remembering(check: (text: string) => string | undefined): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return text => {
    if (known.has(text)) return known.get(text);
    const fault = check(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    if (text.length <= LONGEST_REMEMBERED) known.set(text, fault);
    return fault;
  };
}
