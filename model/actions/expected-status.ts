import { statusFault } from '../values/status.ts';
import { literalText } from '../values/template.ts';
import { type FieldFault, fieldFault } from './field-fault.ts';

/** Of the field `expectStatus`; what is computed in it is known in the run only. */
export function expectedStatusFault(expectStatus: string | undefined): FieldFault | undefined {
  const status = expectStatus === undefined ? undefined : literalText(expectStatus);
  return fieldFault('expectStatus', status === undefined ? undefined : statusFault(status));
}
