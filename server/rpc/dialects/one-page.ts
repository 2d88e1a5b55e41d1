import { AppError } from '../../../model/errors/errors.ts';
import { namedParams } from '../calls/call-tool.ts';

/** Lists of this endpoint have one page. Errors: `invalid-params` for a cursor, which none was given out. */
export function onePage(params: object | undefined): void {
  if (namedParams(params).cursor !== undefined)
    throw new AppError('invalid-params', 'The list has one page: leave "cursor" out.', { field: 'params.cursor' });
}
