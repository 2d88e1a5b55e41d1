import { Button } from '@mantine/core';
import type { NewAction } from '../../../app/edits.ts';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { choicesFor, emptyAction, takesNoText } from '../point-and-do/choices-for.ts';
import classes from './form.module.css';
import type { FormTexts } from './form-fields.ts';

interface FittingKindsProps {
  type: string;
  texts: FormTexts;
  picked: PickedElement;
  /** Also where nothing is wrong with the chosen kind. */
  isAlways: boolean;
  onChoose(action: NewAction): void;
}

/** What can be done with the picked element, and what the chosen kind cannot do with it. */
export function FittingKinds({ type, texts, picked, isAlways, onChoose }: FittingKindsProps) {
  const isWrong = type === 'fill' && texts.keyByKey !== 'true' && takesNoText(picked);
  const isOther = ![picked, ...(picked.matches ?? [])].some(({ locator }) => locator === texts.locator);
  if (isOther || picked.role === undefined || !(isAlways || isWrong)) return null;
  return (
    <div className="stack gap-xs">
      {isWrong && (
        <p className="flush small failed" role="alert">
          {`This ${SPOKEN_ROLES[picked.role] ?? picked.role} takes no text. Choose what fits it:`}
        </p>
      )}
      <div className={classes.options} role="group" aria-label="What fits the picked element">
        {choicesFor(picked).map(choice => {
          const action = emptyAction(picked, choice);
          const isChosen = action.type === type && (action.matcher === undefined || action.matcher === texts.matcher);
          return (
            <Button
              key={choice.name}
              size="compact-xs"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChoose(action)}
            >
              {choice.label.replace('…', '')}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

/** Roles that nobody speaks of by their names. */
const SPOKEN_ROLES: Readonly<Record<string, string>> = { generic: 'element', img: 'picture', none: 'element' };
