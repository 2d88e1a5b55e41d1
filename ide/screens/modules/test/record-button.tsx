import { counted } from '../../../../model/names/counted.ts';
import { useIde, useIdeState, usePlace } from '../../../app/context.tsx';
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

export function RecordButton({ testCode, isContinued }: RecordButtonProps) {
  const ide = useIde();
  const place = usePlace();
  const recording = useIdeState(state => state.recording);
  const playing = useIdeState(({ view }) => (view.playing?.testCode === testCode ? view.playing : undefined));
  const obstacle = useIdeState(state => toggleRecording.obstacle({ state, place }));
  const where = recording.testCode === testCode ? '' : ` into ${recording.testCode ?? 'a test'}`;
  return (
    <>
      <TextButton
        variant={recording.isOn ? 'filled' : 'light'}
        color={recording.isOn ? 'red.9' : 'red'}
        icon={recording.isOn ? <StopIcon size={15} aria-hidden /> : <RecordIcon size={15} aria-hidden />}
        label={recording.isOn ? `Stop (${counted(recording.count, 'action')})` : 'Record'}
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
