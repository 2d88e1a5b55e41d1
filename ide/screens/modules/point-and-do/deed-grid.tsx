import { Button, VisuallyHidden } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { useWork } from '../../../app/queries.ts';
import type { PointedElement } from '../../live/use-pointing.ts';
import { rowSentence, textOfRow } from '../test/row-words.ts';
import { DeedAnswer } from './deed-answer.tsx';
import { actionOf, deedsFor, locate, type PointDeed } from './deeds.ts';
import { doDeed } from './do-deed.ts';
import { LocatorChoice } from './locator-choice.tsx';
import classes from './point-and-do.module.css';
import { useSecretName } from './use-secret-name.ts';

interface DeedsProps {
  element: PointedElement;
  onClose(): void;
}

export function Deeds({ element, onClose }: DeedsProps) {
  const deeds = useMemo(() => deedsFor(element), [element]);
  const [active, setActive] = useState<PointDeed | undefined>(deeds[0]);
  const [asked, setAsked] = useState<PointDeed>();
  const [chosen, setChosen] = useState<string>();
  const { problem, busy, perform } = usePerform(element, onClose);
  const deed = asked ?? active;
  if (deed === undefined) return null;
  const located = locate(element, deed.name, chosen);
  const choose = (one: PointDeed) => {
    setActive(one);
    setAsked(one.asks === undefined ? undefined : one);
    if (one.asks === undefined) void perform(one, '', chosen);
  };
  return (
    <>
      <DeedGrid deeds={deeds} busy={busy} asked={asked} onActive={setActive} onChoose={choose} />
      {asked === undefined ? (
        <Preview element={element} deed={deed} chosen={chosen} />
      ) : (
        <DeedAnswer
          key={asked.name}
          deed={asked}
          element={element}
          isBusy={busy !== undefined}
          onAnswer={said => void perform(asked, said, chosen)}
        />
      )}
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem.message}
        </p>
      )}
      <LocatorChoice element={element} located={located} onChoose={setChosen} />
    </>
  );
}

function usePerform(element: PointedElement, onClose: () => void) {
  const ide = useIde();
  const secretName = useSecretName();
  const { isBusy, busyWith, problem, refuse, run } = useWork();
  const perform = async (deed: PointDeed, said: string, chosen: string | undefined) => {
    if (isBusy) return;
    const located = locate(element, deed.name, chosen);
    if (located.count !== 1 && deed.name !== 'count')
      return refuse({
        message: `The locator finds ${located.count} elements. Choose one that finds this element alone.`,
      });
    await run(async () => {
      const text = await secretName(deed, said);
      const fault = await doDeed(ide, actionOf(element, deed.name, text, located));
      if (fault === undefined) onClose();
      else refuse({ message: fault });
    }, deed.name);
  };
  return { problem, busy: busyWith, perform };
}

interface DeedGridProps {
  deeds: readonly PointDeed[];
  busy: string | undefined;
  asked: PointDeed | undefined;
  onActive(deed: PointDeed): void;
  onChoose(deed: PointDeed): void;
}

function DeedGrid({ deeds, busy, asked, onActive, onChoose }: DeedGridProps) {
  const { getItemProps } = useRovingIndex({ total: deeds.length, columns: 2 });
  return (
    <div className={`stack gap-xs ${classes.deeds}`} role="group" aria-label="What to do">
      {deeds.map((deed, at) => (
        <Button
          key={deed.name}
          {...getItemProps({ index: at, onClick: () => onChoose(deed) })}
          // The Tab key reaches each of them as well.
          tabIndex={0}
          size="compact-sm"
          variant={at === 0 ? 'filled' : 'default'}
          justify="flex-start"
          fw={at === 0 ? 600 : 500}
          // When it is loaded late, the bubble has looked for its initial focus before.
          autoFocus={at === 0}
          data-autofocus={at === 0 || undefined}
          aria-expanded={deed.asks === undefined ? undefined : asked === deed}
          loading={busy === deed.name}
          onFocus={() => onActive(deed)}
          onPointerEnter={() => onActive(deed)}
        >
          {deed.label}
        </Button>
      ))}
    </div>
  );
}

interface PreviewProps {
  element: PointedElement;
  deed: PointDeed;
  chosen: string | undefined;
}

/** The row that a deed would become. */
function Preview({ element, deed, chosen }: PreviewProps) {
  const action = actionOf(element, deed.name, '', locate(element, deed.name, chosen));
  const text = deed.asks === undefined ? textOfRow(rowSentence(action, {})) : SAYS[deed.asks];
  return (
    <p className="flush small quiet ellipsis" dir="auto" title={text}>
      <VisuallyHidden component="span">New action: </VisuallyHidden>
      {text}
    </p>
  );
}

const SAYS: Record<NonNullable<PointDeed['asks']>, string> = {
  text: 'Asks what to type',
  password: 'Asks what to type, and keeps it as a secret',
  option: 'Asks which option to choose',
  variable: 'Asks for the name of a variable',
};
