import { AppError } from '../errors/errors.ts';

/** A thrown value that is no error would arrive without its text. */
const SHOWN_AS_ERROR =
  '.catch(thrown => { throw thrown instanceof Error ? thrown : new Error(typeof thrown === "string" ? thrown : JSON.stringify(thrown)); })';

/**
 * An expression gives its value, statements what they return. `compile` throws for what does not parse, and runs
 * nothing. Errors: `invalid-params`, with the engine's reason.
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
