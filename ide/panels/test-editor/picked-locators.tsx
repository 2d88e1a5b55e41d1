import { Button } from '@mantine/core';
import type { PickedElement } from '../live-view/pick-button.tsx';
import { MatchCount } from '../shared/match-count.tsx';
import classes from './form.module.css';

interface PickedLocatorsProps {
  picked: PickedElement;
  /** The locator that the field holds. */
  current: string;
  onChoose(picked: PickedElement): void;
}

/** All ways to the element that was picked, with what each found then. */
export function PickedLocators({ picked, current, onChoose }: PickedLocatorsProps) {
  const { matches = [] } = picked;
  const unique = [picked.locator, ...(picked.fallbacks ?? [])];
  const choose = (locator: string) =>
    onChoose({ ...picked, locator, fallbacks: unique.filter(other => other !== locator) });
  return (
    <ul className={classes.picked} aria-label="Locators of the picked element">
      {matches.map(({ locator, count }) => (
        <li key={locator}>
          <code dir="auto">{locator}</code>
          <MatchCount count={count} />
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
