import { counted } from '../../../../model/names/counted.ts';
import { useIde, useIdeState, usePlace } from '../../../app/context.tsx';
import { type IdeState, openTestOf } from '../../../app/state.ts';
import { perform } from '../../../commands/command.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { MoreMenu } from '../../../parts/command-button.tsx';
import { RecordIcon, StopIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';

const { toggleRecording, recordHere } = COMMANDS;

interface RecordButtonProps {
  testCode: string;
  /** Whether something stands before what would be recorded. */
  isContinued: boolean;
}

/** With what was put between the recorded actions by other means, such as checks. */
function recordedCount(state: IdeState): number {
  const { testCode, after, before, count } = state.recording;
  const actions = openTestOf(state, testCode)?.actions;
  if (actions === undefined) return count;
  const placeOf = (wanted: string) => actions.findIndex(({ actionId }) => actionId === wanted);
  const from = after === undefined ? 0 : placeOf(after) + 1;
  const to = before === undefined ? actions.length : placeOf(before);
  // Somebody may have deleted the action that it began after.
  return after !== undefined && from === 0 ? count : Math.max(count, to - from);
}

export function RecordButton({ testCode, isContinued }: RecordButtonProps) {
  const ide = useIde();
  const place = usePlace();
  const recording = useIdeState(state => state.recording);
  const playing = useIdeState(({ view }) => (view.playing?.testCode === testCode ? view.playing : undefined));
  const count = useIdeState(recordedCount);
  const obstacle = useIdeState(state => toggleRecording.obstacle({ state, place }));
  const where = recording.testCode === testCode ? '' : ` into ${recording.testCode ?? 'a test'}`;
  return (
    <>
      <TextButton
        variant={recording.isOn ? 'filled' : 'light'}
        color={recording.isOn ? 'red.9' : 'red'}
        icon={recording.isOn ? <StopIcon size={15} aria-hidden /> : <RecordIcon size={15} aria-hidden />}
        label={recording.isOn ? `Stop (${counted(count, 'action')})` : 'Record'}
        hint={isContinued && !recording.isOn ? 'Record, once what stands before has run' : undefined}
        shortcut={toggleRecording.shortcut}
        obstacle={obstacle}
        onClick={() => void perform(toggleRecording, ide)}
      />
      {isContinued && !recording.isOn && <MoreMenu label="Other ways to record" commands={[recordHere]} />}
      {playing !== undefined && (
        <span role="status" className="note">
          {`Runs ${counted(playing.count, 'action')} first, then records`}
        </span>
      )}
      {recording.isOn && (
        <span role="status" className="note ellipsis may-shrink">
          {recording.reason ?? `Recording${where}: use the app`}
        </span>
      )}
    </>
  );
}
