import { Button } from '@mantine/core';
import { ACTION_KINDS, isActionType, isLocatorField } from '../../../../model/actions/index.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { snapshotOf } from '../../../app/state.ts';
import { replaceLocator } from '../../../commands/action-edits.ts';
import { attempt } from '../../../commands/command.ts';
import { MatchCount } from '../../../parts/match-count.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { ShownAction } from '../run-reply.ts';
import classes from './node-details.module.css';

/** An action of a test, whose locator can be replaced. */
export type LocatedAction = Pick<ShownAction, 'type' | 'testCode' | 'actionId'>;

interface CandidatesProps {
  /** Locators of elements that come close to what was looked for. */
  locators: readonly string[];
  /** How many elements each finds, where that is known. */
  counts?: ReadonlyMap<string, number>;
  /** The action that looked for it; none: they can be copied only. */
  action: LocatedAction | undefined;
}

/** Where two elements are looked for, nothing says which of them was not there. */
const isOfTwo = (type: string): boolean =>
  isActionType(type) && ACTION_KINDS[type].fieldNames.filter(isLocatorField).length > 1;

/** What may have been meant, to be taken in place of what found nothing. */
export function Candidates({ locators, counts, action }: CandidatesProps) {
  const ide = useIde();
  const isThere = useIdeState(state => action !== undefined && snapshotOf(state)?.tests[action.testCode] !== undefined);
  const changed = action === undefined || !isThere || isOfTwo(action.type) ? undefined : action;
  return (
    <ul className="stack gap-xs plain-list">
      {locators.map(locator => (
        <li key={locator} className={`row gap-md break-words ${classes.candidate}`}>
          <code dir="auto">{locator}</code>
          <Counted count={counts?.get(locator)} />
          <CopyButton text={locator} what={`the locator ${locator}`} />
          {changed !== undefined && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Use this instead: ${locator}`}
              onClick={() => void attempt('Use this instead', () => replaceLocator(ide, changed, locator))}
            >
              Use this instead
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const Counted = ({ count }: { count: number | undefined }) =>
  count === undefined ? null : <MatchCount count={count} />;
