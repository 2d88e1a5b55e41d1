import { TextValue } from '../names/codes.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS, ResultCondition } from './fields.ts';
import { fieldPart, say } from './sentence.ts';

/**
 * Expects a download from the next action that does something; that one fails when none comes within the time limit of
 * this one. `name`: the file name that the page proposes, in which `*` matches any text. `into` takes
 * { name, file, sizeBytes, text, pages, rows, records, json }: the name, where the run keeps it, and what is in it as far
 * as it can be read. `rows` are those of CSV and of the first sheet of XLSX, the first one with the names of `records`.
 */
export const download = defineActionKind({
  type: 'download',
  label: 'Expect download',
  alsoCalled: ['file', 'pdf', 'csv', 'excel'],
  isSpecial: true,
  isQuiet: true,
  fields: {
    name: FIELDS.name.optional(),
    expectText: TextValue.describe(
      'Text that the file (text, PDF, CSV, XLSX) must contain; * matches any text, and any white space is one space',
    ).optional(),
    expectFile: ResultCondition.describe(
      'Expression that must be true; reads name, sizeBytes, text, pages of a PDF, rows and records of CSV and XLSX, json',
    ).optional(),
    into: FIELDS.into.optional(),
  },
  title: ({ name, expectText, expectFile }) => {
    const what = name === undefined ? 'Expect a download' : say`Expect the download “${fieldPart('name', name)}”`;
    const said = expectText === undefined ? '' : say` that says “${fieldPart('expectText', expectText)}”`;
    return say`${what}${said}${expectFile === undefined ? '' : say` with ${fieldPart('expectFile', expectFile)}`}`;
  },
});
