/** The editor in the colours of the page's theme. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const gherkinColours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--st-accent)', fontWeight: '600' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.tagName, color: 'var(--st-paused)' },
  { tag: tags.string, color: 'var(--st-passed)' },
  { tag: tags.variableName, color: 'var(--st-running)' },
  { tag: tags.comment, color: 'var(--st-quiet)', fontStyle: 'italic' },
  { tag: tags.punctuation, color: 'var(--st-quiet)' },
]);

const SELECTED = { backgroundColor: 'var(--st-selected)' };

export const editorLook = EditorView.theme({
  '&': { height: '100%', color: 'var(--mantine-color-text)', fontSize: 'var(--mantine-font-size-sm)' },
  '&.cm-focused': { outline: '1px solid var(--st-focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': SELECTED,
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--st-quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--st-hover)' },
  // The selection is below the lines: an active line would cover it.
  '&.cm-focused:has(.cm-selectionBackground) .cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--st-failed) 1px' },
  '.cm-tooltip': {
    border: '1px solid var(--st-line)',
    borderRadius: '6px',
    backgroundColor: 'var(--st-panel)',
    color: 'var(--mantine-color-text)',
    boxShadow: 'var(--mantine-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { padding: '0.25rem 0.625rem', maxWidth: '32rem' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--st-failed)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family)',
    maxWidth: 'min(44rem, 90vw)',
    maxHeight: '16rem',
    padding: '0.25rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '1.5rem',
    padding: '0.125rem 0.5rem',
    borderRadius: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--st-selected)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionLabel': { flex: 1, overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { margin: 0, color: 'var(--st-quiet)', fontStyle: 'normal' },
  '.cm-completion-red .cm-completionDetail': { color: 'var(--st-failed)' },
  '.cm-searchMatch': { backgroundColor: 'var(--st-changed)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--st-focus)' },
  '.cm-panels': { backgroundColor: 'var(--st-raised)', color: 'var(--mantine-color-text)' },
  '.cm-panels .cm-panel.cm-search': {
    padding: '0.375rem 2rem 0.375rem 0.625rem',
    fontSize: 'var(--mantine-font-size-xs)',
  },
  '.cm-panels .cm-search :is(input, button, label)': { fontSize: 'inherit' },
  '.cm-panels-top': { borderBottom: '1px solid var(--st-line)' },
  '.cm-textfield': {
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '4px',
    backgroundColor: 'var(--st-panel)',
    color: 'inherit',
  },
  '.cm-button': {
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '4px',
    backgroundColor: 'var(--st-panel)',
    backgroundImage: 'none',
    color: 'inherit',
  },
});
