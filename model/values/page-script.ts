import { AppError } from '../errors/errors.ts';

/** What is thrown and is no error would reach us without its text. */
const SHOWN_AS_ERROR =
  '.catch(thrown => { throw thrown instanceof Error ? thrown : new Error(typeof thrown === "string" ? thrown : JSON.stringify(thrown)); })';

/**
 * Page JavaScript as one expression: an expression gives its value, statements what they return.
 * `compile` throws for what does not parse, and runs nothing. Errors: `invalid-params`, with the engine's word for why.
 */
export function pageExpression(code: string, compile: (source: string) => void): string {
  const asExpression = `(async () => (\n${code}\n))()${SHOWN_AS_ERROR}`;
  if (faultOf(asExpression, compile) === undefined) return asExpression;
  const asBody = `(async () => {\n${code}\n})()${SHOWN_AS_ERROR}`;
  const reason = faultOf(asBody, compile);
  if (reason === undefined) return asBody;
  throw new AppError('invalid-params', `The JavaScript does not parse: ${reason}.`, { field: 'code' });
}

function faultOf(source: string, compile: (source: string) => void): string | undefined {
  try {
    compile(source);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
