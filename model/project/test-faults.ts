import { templateFault } from '../actions/action-fault.ts';
import { type FieldFault, fieldFault } from '../actions/field-fault.ts';
import { filePathFault } from '../names/file-path.ts';
import type { DataValues } from '../names/names.ts';
import { isNameGroup } from '../values/referenced-names.ts';
import type { SyntaxCheck } from '../values/syntax-check.ts';
import type { TestData, TestParameter } from './test.ts';

interface CheckedFields {
  parameters?: readonly TestParameter[] | null | undefined;
  data?: TestData | null | undefined;
}

/** What is wrong with the fields of a test by themselves, its actions apart. */
export function testFaults({ parameters, data }: CheckedFields, syntax: SyntaxCheck): FieldFault[] {
  const names = (parameters ?? []).map(({ name }) => name);
  const faults = (parameters ?? []).flatMap(({ name, default: text = '' }, index) => [
    fieldFault(`parameters[${index}].name`, nameFault(name, names.indexOf(name) < index)),
    fieldFault(`parameters[${index}].default`, text.includes('{{') ? templateFault(text, syntax) : undefined),
  ]);
  if (data && 'file' in data) faults.push(fieldFault('data.file', filePathFault(data.file)));
  if (data && 'rows' in data)
    for (const [index, row] of data.rows.entries()) faults.push(...dataFaults(row, `data.rows[${index}]`, syntax));
  return faults.filter(fault => fault !== undefined);
}

/** A parameter called after a group could never be read: `{{secret}}` means all secret values. */
function nameFault(name: string, isTaken: boolean): string | undefined {
  if (isTaken) return `“${name}” appears twice`;
  return isNameGroup(name) ? `“${name}” is reserved for ${name}.NAME; give the parameter another name` : undefined;
}

/** What is wrong with values of data, which may hold `{{ … }}`. */
export const dataFaults = (data: DataValues, root: string, syntax: SyntaxCheck): FieldFault[] =>
  Object.entries(data).flatMap(([name, text]) => {
    const isComputed = typeof text === 'string' && text.includes('{{');
    return fieldFault(`${root}.${name}`, isComputed ? templateFault(text, syntax) : undefined) ?? [];
  });

/** What is wrong with where the rows of a test come from, as far as this release can read files. */
export const dataFormatFault = ({ data }: CheckedFields): FieldFault | undefined =>
  data && 'file' in data && !/\.json$/i.test(data.file)
    ? { field: 'data.file', message: `“${data.file}” is not a .json file with a list of rows` }
    : undefined;
