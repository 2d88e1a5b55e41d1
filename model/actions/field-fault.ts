import { literalText } from '../values/template.ts';

/** `message` is the second half of a sentence that names the field. */
export interface FieldFault {
  /** Its place in the action, e.g. `values[1]`. */
  field: string;
  message: string;
}

export const fieldFault = (field: string, message: string | undefined): FieldFault | undefined =>
  message === undefined ? undefined : { field, message };

export interface FieldText {
  field: string;
  text: string;
}

export const fieldText = (field: string, text: string | undefined): FieldText | undefined =>
  text === undefined ? undefined : { field, text };

/** What is computed is looked at once its value is known. */
export function literalFault(
  field: string,
  template: string | undefined,
  faultOf: (text: string) => string | undefined,
): FieldFault | undefined {
  const literal = template === undefined ? undefined : literalText(template);
  return fieldFault(field, literal === undefined ? undefined : faultOf(literal));
}
