import { Button } from '@mantine/core';
import { ACTION_KINDS, isActionType, isLocatorField } from '../../../../model/actions/index.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { snapshotOf } from '../../../app/state.ts';
import { replaceLocator } from '../../../commands/action-edits.ts';
import { attempt } from '../../../commands/command.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { MatchCount } from '../../../parts/match-count.tsx';
import type { ShownAction } from '../run-reply.ts';
import classes from './node-details.module.css';

export type LocatedAction = Pick<ShownAction, 'type' | 'testCode' | 'actionId'>;

interface CandidatesProps {
  /** Of elements that come close to what was looked for. */
  locators: readonly string[];
  counts?: ReadonlyMap<string, number>;
  /** Without an action, locators can only be copied. */
  action: LocatedAction | undefined;
}

/** Where an action has two locators, nothing says which of them found nothing. */
const isOfTwo = (type: string): boolean =>
  isActionType(type) && ACTION_KINDS[type].fieldNames.filter(isLocatorField).length > 1;

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
