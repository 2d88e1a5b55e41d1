/** The editor of feature files. Loaded when the first text is shown; knows no feature and no project. */

import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  completionStatus,
  selectedCompletionIndex,
  setSelectedCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Prec,
  type Range,
  type Transaction,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../../app/csp.ts';
import type { FeatureFault } from '../../../app/tool-replies.ts';
import { completeGherkin, gherkinMode } from './gherkin.ts';
import { editorLook, gherkinColours } from './gherkin-look.ts';
import type { KnownStep } from './known-steps.ts';
import classes from './text.module.css';

interface GherkinEditorProps {
  label: string;
  text: string;
  isReadOnly: boolean;
  isDark: boolean;
  faults: readonly FeatureFault[];
  /** Shown at first, and whenever it is another object. */
  line: ShownLine | undefined;
  /** Set where the text gets the focus at its end from the start; returns what was typed ahead. */
  takeTyped: (() => string) | undefined;
  onEdit(text: string): void;
  onPause(): void;
  steps(): readonly KnownStep[];
}

export function GherkinEditor(props: GherkinEditorProps) {
  const { text, isReadOnly, isDark, faults, line } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<GherkinEditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (place.current === null) return undefined;
    const view = createEditor(place.current, {
      label: latest.current.label,
      text: latest.current.text,
      onEdit: written => latest.current.onEdit(written),
      onPause: () => latest.current.onPause(),
      steps: () => latest.current.steps(),
    });
    editor.current = view;
    return () => view.dispose();
  }, []);
  useEffect(() => editor.current?.setText(text), [text]);
  useEffect(() => editor.current?.setMode({ isReadOnly, isDark }), [isReadOnly, isDark]);
  useEffect(() => editor.current?.setFaults(faults), [faults]);
  useEffect(() => {
    if (line !== undefined) editor.current?.showLine(line);
  }, [line]);
  // After the other effects, which would undo the insertion.
  useEffect(() => {
    const { takeTyped } = latest.current;
    if (takeTyped !== undefined) editor.current?.focusEnd(takeTyped());
  }, []);
  return <div ref={place} className={`fill ${classes.editor}`} />;
}

/** The cursor and the colours follow the direction of each line's own writing. */
const BY_ITS_WRITING = Decoration.line({ attributes: { dir: 'auto' } });

/** Only visible lines. */
function decorate({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to; at = doc.lineAt(at).to + 1) lines.push(BY_ITS_WRITING.range(doc.lineAt(at).from));
  return Decoration.set(lines, true);
}

const lineDirections: Extension = [
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

interface Given {
  label: string;
  text: string;
  onEdit(text: string): void;
  /** Called when the typing pauses. */
  onPause(): void;
  steps(): readonly KnownStep[];
}

export interface ShownLine {
  number: number;
  isFocused?: boolean;
}

interface GherkinEditorView {
  setText(text: string): void;
  setMode(mode: { isReadOnly: boolean; isDark: boolean }): void;
  setFaults(faults: readonly FeatureFault[]): void;
  showLine(line: ShownLine): void;
  /** Focuses the end of the text, and inserts what was typed before. */
  focusEnd(typed: string): void;
  dispose(): void;
}

/** Marks changes that are not the person's. */
const foreign = Annotation.define<boolean>();

/** Enter is a line break, as step texts are free; Tab takes a proposal, Enter only once one is chosen. */
const takeProposal: KeyBinding = {
  key: 'Tab',
  run(view) {
    const status = completionStatus(view.state);
    if (status !== 'active') return status === 'pending';
    if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
    return acceptCompletion(view);
  },
};

/** The page runs what is chosen, as everywhere else. */
const leaveToThePage: KeyBinding = { key: 'Mod-Enter', run: () => true };

const PAUSE_MS = 500;

/** Ignores words that an input method is still composing. */
function pauses(onPause: () => void): Extension {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (view: EditorView) => {
    clearTimeout(timer);
    timer = setTimeout(() => (view.composing ? wait(view) : onPause()), PAUSE_MS);
  };
  return ViewPlugin.define(() => ({
    update: ({ transactions, view }: ViewUpdate) => {
      if (transactions.some(isOwn)) wait(view);
    },
    destroy: () => clearTimeout(timer),
  }));
}

const isOwn = (one: Transaction): boolean => one.docChanged && one.annotation(foreign) !== true;

const extensions = ({ label, onEdit, onPause, steps }: Given): Extension[] => [
  EditorView.cspNonce.of(styleNonce()),
  // It is focusable without; tools that look for that know `tabindex` better than `contenteditable`.
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  lineNumbers(),
  lintGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  drawSelection(),
  history(),
  search({ top: true }),
  StreamLanguage.define(gherkinMode),
  syntaxHighlighting(gherkinColours),
  editorLook,
  lineDirections,
  autocompletion({
    override: [completeGherkin(steps)],
    selectOnOpen: false,
    // Tab must take a proposal as soon as there is one; it would leave the editor otherwise.
    interactionDelay: 0,
    icons: false,
    optionClass: ({ type }) => `cm-completion-${type}`,
  }),
  Prec.highest(keymap.of([takeProposal, leaveToThePage])),
  keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
  EditorView.updateListener.of(({ transactions, state }) => {
    if (transactions.some(isOwn)) onEdit(state.doc.toString());
  }),
  pauses(onPause),
];

function createEditor(parent: HTMLElement, given: Given): GherkinEditorView {
  const mode = new Compartment();
  const view = new EditorView({ parent, doc: given.text, extensions: [...extensions(given), mode.of([])] });
  return {
    setText(text) {
      const changes = difference(view.state.doc.toString(), text);
      if (changes !== undefined) view.dispatch({ changes, annotations: foreign.of(true) });
    },
    setMode({ isReadOnly, isDark }) {
      const changed = [EditorState.readOnly.of(isReadOnly), EditorView.darkTheme.of(isDark)];
      view.dispatch({ effects: mode.reconfigure(changed) });
    },
    setFaults(faults) {
      view.dispatch(
        setDiagnostics(
          view.state,
          faults.map(fault => diagnosticOf(view.state, fault)),
        ),
      );
      // Their list below takes room: the line that is being written must stay in view.
      const { head } = view.state.selection.main;
      const isNear = view.hasFocus && head >= view.viewport.from && head <= view.viewport.to;
      if (isNear) view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'nearest' }) });
    },
    showLine({ number, isFocused = false }) {
      const { from, to } = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
      const at = from + (/\S/.exec(view.state.sliceDoc(from, to))?.index ?? 0);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      if (isFocused) view.focus();
    },
    focusEnd(typed) {
      const { length } = view.state.doc;
      const changes = typed === '' ? undefined : { from: length, insert: typed };
      view.dispatch({ changes, selection: { anchor: length + typed.length }, scrollIntoView: true });
      view.focus();
    },
    dispose: () => view.destroy(),
  };
}

/** Replaces only what differs, so that the cursor stays. */
function difference(old: string, next: string): { from: number; to: number; insert: string } | undefined {
  if (old === next) return undefined;
  const most = Math.min(old.length, next.length);
  let start = 0;
  while (start < most && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return { from: start, to: old.length - end, insert: next.slice(start, next.length - end) };
}

/** The whole line without its indentation. */
function diagnosticOf({ doc }: EditorState, { line = 1, message }: FeatureFault): Diagnostic {
  const { from, to, text } = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return { from: from + (text.length - text.trimStart().length), to, severity: 'error', message };
}
