/** The editor of feature files. Loaded when the first text is shown; knows no feature and no project. */
import { useEffect, useRef } from 'react';
import type { FeatureFault } from '../../../app/tool-replies.ts';
import { createEditor, type GherkinEditorView, type ShownLine } from './create-editor.ts';
import type { KnownStep } from './known-steps.ts';
import classes from './text.module.css';

interface GherkinEditorProps {
  label: string;
  text: string;
  isReadOnly: boolean;
  isDark: boolean;
  faults: readonly FeatureFault[];
  /** The line that is shown at first, and whenever another one is asked for. */
  line: ShownLine | undefined;
  /** Where the keys go to its end from the start: what has been typed for it already. */
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
  // After all the others: they would take back what has been typed.
  useEffect(() => {
    const { takeTyped } = latest.current;
    if (takeTyped !== undefined) editor.current?.focusEnd(takeTyped());
  }, []);
  return <div ref={place} className={classes.editor} />;
}
