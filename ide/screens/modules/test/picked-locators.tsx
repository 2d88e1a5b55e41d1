import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { counted } from '../../../../model/names/counted.ts';
import { useIde } from '../../../app/context.tsx';
import type { Ide } from '../../../app/ide.ts';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { MatchCount } from '../../../parts/match-count.tsx';
import { useRowWindow } from '../../live/use-row-window.ts';
import classes from './form.module.css';

interface PickedLocatorsProps {
  picked: PickedElement;
  current: string;
  onChoose(picked: PickedElement): void;
}

/** Folded: the first one is mostly taken, and what follows in the form stays in sight. */
export function PickedLocators({ picked, ...props }: PickedLocatorsProps) {
  const { matches = [] } = picked;
  const others = matches.filter(({ locator }) => locator !== props.current).length;
  const now = matches.find(({ locator }) => locator === props.current);
  if (others === 0) return null;
  return (
    <details className={classes.others}>
      <summary className="small quiet">
        {counted(others, 'other locator')}
        {now !== undefined && <MatchCount count={now.count} />}
      </summary>
      <Locators {...props} label="Locators of the picked element" picked={picked} matches={matches} />
    </details>
  );
}

interface KeptLocatorsProps extends PickedLocatorsProps {
  /** Who acts in the row. */
  actor: string | undefined;
}

/** Counted on the page of whoever acts; those of a picked element were counted by the pick. */
export function KeptLocators({ actor, picked, ...props }: KeptLocatorsProps) {
  const all = useMemo(() => waysOf(picked), [picked]);
  const counts = useCounts(all, actor);
  const matches = all.map(locator => ({ locator, count: counts[locator] }));
  return <Locators {...props} label="Locators of the element" picked={picked} matches={matches} />;
}

const waysOf = ({ locator, fallbacks = [] }: PickedElement): string[] => [...new Set([locator, ...fallbacks])];

interface LocatorsProps extends PickedLocatorsProps {
  label: string;
  matches: readonly { locator: string; count?: number | undefined }[];
}

function Locators({ label, picked, matches, current, onChoose }: LocatorsProps) {
  const choose = (locator: string) =>
    onChoose({ ...picked, locator, fallbacks: waysOf(picked).filter(other => other !== locator) });
  return (
    <ul className={`stack gap-xs plain-list ${classes.picked}`} aria-label={label}>
      {matches.map(({ locator, count }) => (
        <li key={locator}>
          <code dir="auto">{locator}</code>
          {count !== undefined && <MatchCount count={count} />}
          <Button
            size="compact-xs"
            variant="default"
            disabled={locator === current}
            aria-label={locator === current ? `In use: ${locator}` : `Use ${locator}`}
            onClick={() => choose(locator)}
          >
            {locator === current ? 'In use' : 'Use'}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function useCounts(locators: readonly string[], named: string | undefined): Readonly<Record<string, number>> {
  const ide = useIde();
  const { obstacle, actor } = useRowWindow(named);
  const isAskable = obstacle === undefined;
  const [counts, setCounts] = useState<Record<string, number>>({});
  useEffect(() => {
    if (!isAskable) return;
    let isOver = false;
    const ask = async () => {
      for (const locator of locators) {
        const count = await countOf(ide, locator, actor);
        if (isOver) return;
        if (count !== undefined) setCounts(known => ({ ...known, [locator]: count }));
      }
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [ide, isAskable, locators, actor]);
  return counts;
}

const COUNT_LIMIT_MS = 2_000;

async function countOf({ session }: Ide, locator: string, actor: string | undefined): Promise<number | undefined> {
  const action = { type: 'extract', from: 'count', into: 'matches', locator, actor, timeoutMs: COUNT_LIMIT_MS };
  const { value } = await session.call('performAction', { action }).catch(() => ({ value: undefined }));
  return typeof value === 'number' ? value : undefined;
}
