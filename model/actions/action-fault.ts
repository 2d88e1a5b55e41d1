import { isAppError } from '../errors/errors.ts';
import { conditionSource, namesSecret, referencedNames } from '../values/referenced-names.ts';
import type { SyntaxCheck } from '../values/syntax-check.ts';
import { parseTemplate } from '../values/template.ts';
import { computedTexts, conditionsOf, scriptsOf } from './action-texts.ts';
import { fallbackFault } from './fallbacks.ts';
import { type FieldFault, fieldFault } from './field-fault.ts';
import { type Action, about } from './index.ts';

/** First fault of an action that its schema cannot tell. */
export const actionFault = (action: Action, syntax: SyntaxCheck): FieldFault | undefined =>
  textFault(action, syntax) ?? fallbackFault(action) ?? about(action).fault;

/** What is wrong with how the values, conditions and scripts of an action are written, or nothing. */
function textFault(action: Action, syntax: SyntaxCheck): FieldFault | undefined {
  const checks = [
    ...computedTexts(action).map(text => ({ ...text, fault: templateFault })),
    ...conditionsOf(action).map(text => ({ ...text, fault: conditionFault })),
    ...scriptsOf(action).map(text => ({ ...text, fault: syntax.script })),
  ];
  for (const { field, text, fault } of checks) {
    const found = fieldFault(field, fault(text, syntax));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is wrong with a text that may hold `{{ … }}`, or nothing. */
export const templateFault = (text: string, syntax: SyntaxCheck): string | undefined =>
  refusalOf(() => {
    for (const part of parseTemplate(text).parts) {
      const fault = part.kind === 'expression' ? syntax.expression(part.source) : undefined;
      if (fault !== undefined) return `${fault}; write \\{{ for plain braces`;
    }
    return undefined;
  });

/** What is wrong with a condition, or nothing. */
export const conditionFault = (text: string, syntax: SyntaxCheck): string | undefined =>
  refusalOf(() => {
    const source = conditionSource(text);
    const names = referencedNames({ parts: [{ kind: 'expression', source, position: 1 }] });
    if (!namesSecret(names)) return syntax.expression(source);
    return `“${text}” reads a secret; secrets can be used in the fields of actions, not in conditions`;
  });

/** What `read` finds, or says when it throws. */
function refusalOf(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (!isAppError(error, 'invalid-params')) throw error;
    return error.message.replace(/\.$/, '');
  }
}
