import { patternFault } from '../values/pattern.ts';
import { literalText } from '../values/template.ts';
import { defineActionKind } from './define-action-kind.ts';
import { type FieldFault, fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';
import { fieldPart, say } from './sentence.ts';

interface ClipboardFields {
  value?: string | undefined;
  expected?: string | undefined;
  into?: string | undefined;
}

export const clipboard = defineActionKind({
  type: 'clipboard',
  label: 'Clipboard',
  alsoCalled: ['copy', 'paste'],
  isSpecial: true,
  isLook: true,
  fields: {
    value: FIELDS.value.optional(),
    expected: FIELDS.expected.optional(),
    not: FIELDS.not.optional(),
    ignoreCase: FIELDS.ignoreCase.optional(),
    into: FIELDS.into.optional(),
  },
  title: ({ value, expected, not, into }) => {
    if (value !== undefined) return say`Put “${fieldPart('value', value)}” on the clipboard`;
    const kept = into === undefined ? '' : say` as ${fieldPart('into', into)}`;
    if (expected === undefined) return say`Store the clipboard${kept}`;
    const stored = into === undefined ? '' : say`, stored${kept}`;
    const verb = not ? 'does not have' : 'has';
    return say`Check that the clipboard ${verb} the text “${fieldPart('expected', expected)}”${stored}`;
  },
  fault: action => {
    const { expected, not, ignoreCase } = action;
    if (expected === undefined && (not !== undefined || ignoreCase !== undefined))
      return { field: 'expected', message: `"${not === undefined ? 'ignoreCase' : 'not'}" needs "expected"` };
    const literal = expected === undefined ? undefined : literalText(expected);
    return purposeFault(action) ?? fieldFault('expected', literal === undefined ? undefined : patternFault(literal));
  },
});

function purposeFault({ value, expected, into }: ClipboardFields): FieldFault | undefined {
  const isLook = expected !== undefined || into !== undefined;
  if (value === undefined && !isLook)
    return { field: 'value', message: 'clipboard needs a "value" to put there, or "expected" or "into" to look at it' };
  if (value !== undefined && isLook)
    return { field: 'value', message: 'what puts a value on the clipboard takes neither "expected" nor "into"' };
  return undefined;
}
