import { Script } from 'node:vm';
import { AppError } from '../../model/protocol/errors.ts';

const compiles = (source: string): boolean => {
  try {
    new Script(source);
    return true;
  } catch {
    return false;
  }
};

/** What is thrown and is no error would reach us without its text. */
const TOLD_AS_ERROR =
  '.catch(thrown => { throw thrown instanceof Error ? thrown : new Error(typeof thrown === "string" ? thrown : JSON.stringify(thrown)); })';

/**
 * Page JavaScript as one expression: an expression stands for its value, statements for what they return.
 * Only compiled here, never run. Errors: `invalid-params`, with the engine's word for what is wrong.
 */
export function pageExpression(code: string): string {
  const asExpression = `(async () => (\n${code}\n))()${TOLD_AS_ERROR}`;
  if (compiles(asExpression)) return asExpression;
  const asBody = `(async () => {\n${code}\n})()${TOLD_AS_ERROR}`;
  try {
    new Script(asBody);
    return asBody;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('invalid-params', `The JavaScript does not parse: ${reason}.`, { field: 'code' });
  }
}
