import { TextButton } from '../../../ui/text-button.tsx';
import type { DifferingPicture } from './use-differences.ts';

interface PictureDecisionProps {
  difference: DifferingPicture;
  isBusy: boolean;
  onAccept(): void;
  onUndo(): void;
}

const WHY_NOT = {
  open: 'It is not accepted',
  accepted: 'It is accepted already',
  outdated: 'Somebody changed the kept picture since: run the test again',
};

export const BEING_WRITTEN = 'The decision before it is being written';

const SAYS = {
  open: undefined,
  accepted: 'Accepted: the next runs compare with it.',
  outdated: 'Another picture is kept by now than this run compared with. Run the test again.',
};

/** The list may say that it is accepted before the page has heard the answer, until which nothing else is begun. */
function undoObstacle(state: DifferingPicture['state'], isBusy: boolean): string | undefined {
  if (isBusy) return BEING_WRITTEN;
  return state === 'accepted' ? undefined : WHY_NOT.open;
}

/** Both buttons stay, so that the focus does. */
export const PictureDecision = ({ difference, isBusy, onAccept, onUndo }: PictureDecisionProps) => {
  const { state, expected, file } = difference;
  return (
    <div className="row wrap gap-md note">
      <TextButton
        label={expected === undefined ? 'Keep this picture' : 'Accept'}
        obstacle={state === 'open' ? undefined : WHY_NOT[state]}
        loading={isBusy}
        hint={`Becomes ${file}`}
        onClick={onAccept}
      />
      <TextButton
        label="Undo accept"
        variant="default"
        obstacle={undoObstacle(state, isBusy)}
        hint={expected === undefined ? `Removes ${file}` : `Puts the former ${file} back`}
        onClick={onUndo}
      />
      <span role="status">{SAYS[state] ?? file}</span>
    </div>
  );
};
