import type { MethodCall } from '../calls/dialect.ts';
import { onePage } from './one-page.ts';

/** The tools that the caller may use. Errors: `invalid-params` for a group that does not exist. */
export async function toolsList({ params, caller, selection, services }: MethodCall): Promise<object> {
  onePage(params);
  return { tools: services.listTools({ access: caller.access, selection }) };
}
