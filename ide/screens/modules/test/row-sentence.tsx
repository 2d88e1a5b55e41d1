import { Popover } from '@mantine/core';
import { type MouseEvent, type ReactElement, type RefObject, useMemo, useRef, useState } from 'react';
import type { Action } from '../../../../model/actions/index.ts';
import type { SentencePart } from '../../../../model/actions/sentence.ts';
import { readTestReference } from '../../../../model/names/codes.ts';
import { actorsOf } from '../../../app/actors.ts';
import { useIdeState } from '../../../app/context.tsx';
import type { EditedRow } from '../../../app/edits.ts';
import { snapshotOf } from '../../../app/state.ts';
import { isFocusFree } from '../../../ui/free-focus.ts';
import { lateView } from '../../../ui/late-part.tsx';
import { useOutsideClick } from '../../../ui/outside-click.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import type { Leave } from './part-chooser.tsx';
import classes from './row.module.css';
import { RowActor } from './row-actor.tsx';
import { rowSentence, textOfRow } from './row-words.ts';
import { TaggedCount } from './tagged-count.tsx';

const PartChooser = lateView(async () => (await import('./part-chooser.tsx')).PartChooser, <SkeletonRows count={2} />);

interface RowSentenceProps {
  row: EditedRow;
  depth: number;
  testCode: string;
  isActive: boolean;
  onSelect(key: string): void;
  onEdit(): void;
}

export function RowSentence({
  row: { key, action, stored },
  depth,
  testCode,
  isActive,
  onSelect,
  onEdit,
}: RowSentenceProps) {
  const testName = useIdeState(state =>
    typeof action.test === 'string' ? snapshotOf(state)?.tests[testCodeOf(action.test)]?.name : undefined,
  );
  const sentence = useMemo(() => rowSentence(action, { stored, testName }), [action, stored, testName]);
  const [open, setOpen] = useState<string>();
  const isActed = useIdeState(state => actorsOf(state, testCode).length > 0) || action.actor !== undefined;
  return (
    <div
      role="gridcell"
      className={`row may-shrink ${classes.sentence}`}
      style={{ paddingInlineStart: isActed ? 0 : depth * 14 }}
      title={open === undefined ? textOfRow(sentence) : undefined}
    >
      {isActed && <RowActor action={action} testCode={testCode} depth={depth} />}
      {action.disabled === true && <span className={classes.off}>disabled</span>}
      {sentence.map((part, at) =>
        part.field === undefined || stored === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
          <span key={at} className={at === 0 ? `bold ${classes.verb}` : `dim ${classes.words}`} dir="auto">
            {part.text}
          </span>
        ) : (
          <Part
            key={part.field}
            {...{ part, testCode, isActive, onEdit }}
            field={part.field}
            action={stored}
            isOpen={open === part.field}
            onOpen={isOpen => {
              if (isOpen) onSelect(key);
              setOpen(isOpen ? part.field : undefined);
            }}
          />
        ),
      )}
      {stored?.type === 'plugTags' && stored.disabled !== true && <TaggedCount tags={stored.tags} />}
    </div>
  );
}

/** A wrong reference is reported elsewhere. */
function testCodeOf(reference: string): string {
  try {
    return readTestReference(reference).testCode;
  } catch {
    return reference;
  }
}

/** In characters. */
const SHORT = 6;

interface SentencePartProps {
  part: SentencePart;
  field: string;
  action: Action;
  testCode: string;
  isActive: boolean;
  isOpen: boolean;
  onEdit(): void;
  onOpen(isOpen: boolean): void;
}

function Part({ part, field, action, testCode, isActive, isOpen, onOpen, onEdit }: SentencePartProps) {
  const element = useRef<HTMLButtonElement>(null);
  const close = () => {
    onOpen(false);
    setTimeout(() => {
      if (isFocusFree()) element.current?.focus({ preventScroll: true });
    });
  };
  const onClick = (event: MouseEvent) => {
    // With these keys rows are chosen together.
    if (event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.stopPropagation();
    // The second click of a double click is about the row.
    if (event.detail === 2) onEdit();
    onOpen(event.detail !== 2 && !isOpen);
  };
  const button = (
    <button
      ref={element}
      type="button"
      className={`bare ellipsis ${classes.part}`}
      data-kind={field === 'locator' || field === 'target' ? 'element' : 'value'}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      tabIndex={isActive ? 0 : -1}
      dir="auto"
      // The longer of two is cut; a short one would be hardly more than its dots.
      style={{ flexShrink: part.text.length > SHORT ? part.text.length : 0 }}
      onClick={onClick}
    >
      {part.text === '' ? 'empty' : part.text}
    </button>
  );
  if (!isOpen) return button;
  return (
    <Changer {...{ part, field, action, testCode, element }} onClose={close}>
      {button}
    </Changer>
  );
}

interface ChangerProps extends Pick<SentencePartProps, 'part' | 'field' | 'action' | 'testCode'> {
  element: RefObject<HTMLElement | null>;
  onClose(): void;
  children: ReactElement;
}

function Changer({ part, field, action, testCode, element, onClose, children }: ChangerProps) {
  const leave = useRef<Leave>(undefined);
  const inside = useOutsideClick(event => {
    const { target } = event;
    // The part itself closes it.
    if (target instanceof Node && element.current?.contains(target)) return;
    if (leave.current === undefined) onClose();
    else leave.current(event);
  });
  return (
    <Popover
      opened
      position="bottom-start"
      width={340}
      trapFocus
      shadow="md"
      closeOnClickOutside={false}
      // With them it would be called as the part alone.
      withRoles={false}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown
        {...inside}
        role="dialog"
        tabIndex={-1}
        aria-label={`Change ${part.text === '' ? field : part.text}`}
        onClick={event => event.stopPropagation()}
        onDoubleClick={event => event.stopPropagation()}
        onKeyDown={event => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose();
        }}
      >
        <PartChooser key={field} {...{ action, field, testCode, leave, onClose }} />
      </Popover.Dropdown>
    </Popover>
  );
}
