import { useId, useState } from 'react';
import { MatchCount, matchWords } from '../../../parts/match-count.tsx';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { useFocusAfter } from '../../../ui/use-focus-return.ts';
import type { PointedElement } from '../../live/use-pointing.ts';
import classes from './point-and-do.module.css';

interface LocatorChoiceProps {
  element: PointedElement;
  located: { locator: string; count: number };
  onChoose(locator: string): void;
}

export function LocatorChoice({ element: { matches = [] }, located, onChoose }: LocatorChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useFocusAfter(isOpen, id);
  const others = matches
    .filter(({ locator }) => locator !== located.locator)
    .toSorted((one, other) => Number(one.count !== 1) - Number(other.count !== 1));
  return (
    <div className={classes.locators}>
      <button
        id={id}
        type="button"
        className={`row bare ${classes.locator}`}
        aria-expanded={isOpen}
        aria-label={`Locator ${located.locator}, ${matchWords(located.count)}, change it`}
        disabled={others.length === 0}
        onClick={() => setOpen(!isOpen)}
      >
        <code dir="auto">{located.locator}</code> <MatchCount count={located.count} />
        {others.length > 0 && <ChevronDownIcon size={13} aria-hidden data-open={isOpen || undefined} />}
      </button>
      {isOpen && (
        <ul aria-label="Other locators">
          {others.map(({ locator, count }) => (
            <li key={locator}>
              <button
                type="button"
                className={`row bare ${classes.locator}`}
                aria-label={`Use ${locator}, ${matchWords(count)}`}
                onClick={() => {
                  onChoose(locator);
                  setOpen(false);
                }}
              >
                <code dir="auto">{locator}</code> <MatchCount count={count} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
