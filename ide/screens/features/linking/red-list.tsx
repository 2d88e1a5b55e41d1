import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIdeState } from '../../../app/context.tsx';
import type { RedStepsReply } from '../../../app/tool-replies.ts';
import { isFocusFree } from '../../../ui/free-focus.ts';
import classes from './linking.module.css';
import { PlugButton, RedRowView } from './red-row.tsx';
import { onRowKey, type RedChoice, type RedRow, useRedChoice } from './use-red-choice.ts';

export function RedList({ reply, more }: { reply: RedStepsReply; more: ReactNode }) {
  const choice = useRedChoice(reply);
  const { rows } = choice;
  const { list, at, goTo } = useCurrentRow(rows);
  return (
    <>
      <div className={`fixed-size note ${classes.heads}`} aria-hidden>
        <span>Step</span>
        <span className={classes.number}>Steps</span>
        <span className={classes.number}>Playable</span>
        <span>Suggested test</span>
      </div>
      <div ref={list} className="fill scroll">
        <div role="treegrid" aria-label="Red steps" aria-multiselectable>
          {rows.map((row, index) => (
            <RedRowView
              key={row.key}
              row={row}
              isTicked={row.texts.every(choice.isTicked)}
              isPartly={row.texts.some(choice.isTicked)}
              isCurrent={index === at}
              isPicking={choice.isPicking(row)}
              onTick={() => choice.tick(row)}
              onFold={() => choice.fold(row)}
              onPicking={choice.pick(row)}
              onFocus={() => goTo(index)}
              onKeyDown={event => onRowKey(event, row, { choice, goTo })}
            />
          ))}
        </div>
        {more !== false && <div className={classes.more}>{more}</div>}
      </div>
      {choice.ticked.length > 0 && <ChosenBar choice={choice} />}
    </>
  );
}

/** When the focused row is linked and goes, the row in its place gets the focus. */
function useCurrentRow(rows: readonly RedRow[]) {
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, rows.length - 1);
  const hadFocus = useRef(false);
  const isReviewing = useIdeState(({ view }) => view.reviewing !== undefined);
  const rowAt = (index: number) => list.current?.querySelectorAll<HTMLElement>('[role=row]')[index];
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever rows go, or what was open above them
  useEffect(() => {
    if (!isReviewing && hadFocus.current && isFocusFree()) rowAt(at)?.focus();
  }, [rows, isReviewing]);
  const goTo = (index: number) => {
    hadFocus.current = true;
    setCurrent(index);
    const row = rowAt(index);
    if (row?.contains(document.activeElement) === false) row.focus();
  };
  return { list, at, goTo };
}

function ChosenBar({ choice: { ticked, steps, isPickingAll, pickAll, clear } }: { choice: RedChoice }) {
  return (
    <section className={`row gap-xl ${classes.chosen}`} aria-label="Chosen texts">
      <span role="status">
        {ticked.length === 1 ? '1 text' : `${ticked.length} texts`} · {steps === 1 ? '1 step' : `${steps} steps`}
      </span>
      <PlugButton texts={ticked} isOpen={isPickingAll} onOpen={pickAll} variant="filled" />
      <Button size="compact-xs" variant="subtle" color="gray" onClick={clear}>
        Clear
      </Button>
    </section>
  );
}
