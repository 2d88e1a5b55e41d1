/** Each line of the editor has the direction of its own writing: the cursor and the colours follow it. */
import type { Extension, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';

const BY_ITS_WRITING = Decoration.line({ attributes: { dir: 'auto' } });

/** Only lines that are drawn. */
function decorate({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to; at = doc.lineAt(at).to + 1) lines.push(BY_ITS_WRITING.range(doc.lineAt(at).from));
  return Decoration.set(lines, true);
}

export const lineDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    view => ({
      lines: decorate(view),
      update({ docChanged, viewportChanged, view: updated }) {
        if (docChanged || viewportChanged) this.lines = decorate(updated);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
];
