import { describeLocator } from '../locator/describe-locator.ts';
import { filePathFault } from '../names/file-path.ts';
import { literalText } from '../values/template.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';

/** Gives files of the project to a file input, or to the file chooser that an element opens. */
export const upload = defineActionKind({
  type: 'upload',
  label: 'Upload',
  note: 'To a file field, or to what opens a file chooser; `putFile` puts files into the project',
  fields: { locator: FIELDS.locator, files: FIELDS.files },
  title: action => `Upload ${action.files.map(file => `“${file}”`).join(', ')} to ${describeLocator(action.locator)}`,
  fault: ({ files }) => {
    for (const [index, file] of files.entries()) {
      const literal = literalText(file);
      const found = fieldFault(`files[${index}]`, literal === undefined ? undefined : filePathFault(literal));
      if (found !== undefined) return found;
    }
    return undefined;
  },
});
