import type { FieldFault } from '../../../model/actions/field-fault.ts';
import { refusedField } from '../../../model/actions/read-action.ts';
import type { DataValues } from '../../../model/names/names.ts';
import { dataFaults, testFaults } from '../../../model/project/test-faults.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';

/** Checks the fields of a test by themselves, its actions apart. Errors: `invalid-params`. */
export const refuseTestFaults = (fields: Parameters<typeof testFaults>[0]): void =>
  refuseFirst(testFaults(fields, syntaxCheck));

/** Checks the `data` of a module or project. Errors: `invalid-params`. */
export const refuseDataFaults = (data: DataValues | null | undefined): void =>
  refuseFirst(dataFaults(data ?? {}, 'data', syntaxCheck));

function refuseFirst([fault]: readonly FieldFault[]): void {
  if (fault !== undefined) throw refusedField(fault);
}
