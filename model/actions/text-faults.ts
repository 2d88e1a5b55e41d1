import { isAppError } from '../protocol/errors.ts';
import { conditionSource, namesSecret } from '../values/condition.ts';
import { referencedNames } from '../values/referenced-names.ts';
import { parseTemplate } from '../values/template.ts';
import { computedTexts, conditionsOf, type FieldText } from './action-texts.ts';
import type { FieldFault } from './field-fault.ts';
import type { Action } from './index.ts';

/** What is wrong with how the values and conditions of an action are written, or nothing. */
export function textFault(action: Action): FieldFault | undefined {
  for (const text of computedTexts(action)) {
    const fault = faultOf(text, parseTemplate);
    if (fault !== undefined) return fault;
  }
  for (const condition of conditionsOf(action)) {
    const fault = faultOf(condition, conditionSource) ?? secretFault(condition);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What reading a text says against it. */
export function faultOf({ field, text }: FieldText, read: (text: string) => unknown): FieldFault | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    return { field, message: error.message.replace(/\.$/, '') };
  }
}

function secretFault({ field, text }: FieldText): FieldFault | undefined {
  const names = referencedNames({ parts: [{ kind: 'expression', source: conditionSource(text), position: 1 }] });
  if (!namesSecret(names)) return undefined;
  return {
    field,
    message: `“${text}” reads a secret; secrets can be used in the fields of actions, not in conditions`,
  };
}
