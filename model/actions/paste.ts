import { TextValue } from '../names/codes.ts';
import { REDACTED } from '../values/redactor.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';
import { isPlainPassword } from './plain-password.ts';
import { elementPart, fieldPart, say } from './sentence.ts';

export const paste = defineActionKind({
  type: 'paste',
  label: 'Paste',
  alsoCalled: ['insert'],
  isSpecial: true,
  leavesPage: 'no',
  fields: {
    locator: FIELDS.locator,
    value: FIELDS.value,
    html: TextValue.describe('The same with its formats').optional(),
  },
  title: action =>
    say`Paste “${fieldPart('value', isPlainPassword(action) ? REDACTED : action.value)}” into ${elementPart(action.locator)}`,
});
