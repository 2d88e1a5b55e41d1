/** Documents derived from the registries, by path; a `part` goes between markers in a file. */

import { actionReference } from '../guide/action-reference.ts';
import { code, table } from '../guide/markdown.ts';
import { REPORT_FORMATS, reporters } from '../reports/index.ts';
import { createToolRegistry } from '../tools/index.ts';
import { toolReference, toolTable } from './tool-reference.ts';

interface GeneratedDocument {
  path: string;
  /** Name of the markers; undefined for a whole file. */
  part?: string;
  text: string;
}

const reportTable = (): string =>
  table(
    ['Name', 'What it is', 'File'],
    REPORT_FORMATS.map(format => [code(format), reporters[format].summary, code(reporters[format].fileName)]),
  );

export function generatedDocuments(): GeneratedDocument[] {
  const registry = createToolRegistry();
  return [
    { path: 'docs/TOOLS.md', text: toolReference(registry) },
    { path: 'docs/ACTIONS.md', text: actionReference() },
    { path: 'docs/REPORTS.md', part: 'report formats', text: reportTable() },
    { path: 'README.md', part: 'tools', text: toolTable(registry) },
  ];
}
