import type { ActionOf } from '../../model/actions/index.ts';
import { type CodeContext, type CodeLines, likeName, likeText, variable } from './code-parts.ts';
import { pageIn } from './code-values.ts';

export function downloading(action: ActionOf<'download'>, context: CodeContext): CodeLines {
  const promise = context.unique('download');
  const lines: CodeLines = [];
  const name = `(await ${promise}).suggestedFilename()`;
  const path = `await (await ${promise}).path()`;
  if (action.name !== undefined) lines.push(`expect(${name}).${likeName(action.name, context)};`);
  else lines.push(`await ${promise};`);
  if (action.expectText !== undefined) lines.push(...textCheck(action, action.expectText, { path, context }));
  if (action.expectFile !== undefined)
    context.values.needs.notes.add('Conditions on what a download holds (expectFile) are missing.');
  if (action.into !== undefined) lines.push(`${variable(action.into, context)} = { name: ${name}, file: ${path} };`);
  const page = pageIn(context);
  context.downloads.set(page, lines);
  return [`const ${promise} = ${page}.waitForEvent('download');`];
}

/** Playwright itself reads neither PDF nor XLSX. */
function textCheck(
  { name = '' }: ActionOf<'download'>,
  expected: string,
  { path, context }: { path: string; context: CodeContext },
): CodeLines {
  const { needs } = context.values;
  if (/\.(?:pdf|xls[xm])$/i.test(name)) {
    needs.notes.add('Texts in PDF and XLSX files (expectText) are not checked.');
    return [];
  }
  needs.files = true;
  return [`expect((await readFile(${path}, 'utf8')).replace(/\\s+/g, ' ')).${likeText(expected, context)};`];
}
