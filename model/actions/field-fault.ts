/** What is wrong with a field, as the second half of a sentence that names it. */
export interface FieldFault {
  /** Its place in the action, e.g. `values[1]`. */
  field: string;
  message: string;
}

/** The fault of a field, where there is one. */
export const fieldFault = (field: string, message: string | undefined): FieldFault | undefined =>
  message === undefined ? undefined : { field, message };

/** A text of an action with the field that it is in, e.g. `values[1]`. */
export interface FieldText {
  field: string;
  text: string;
}

/** The text of a field, where there is one. */
export const fieldText = (field: string, text: string | undefined): FieldText | undefined =>
  text === undefined ? undefined : { field, text };
