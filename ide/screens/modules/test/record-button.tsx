import { counted } from '../../../../model/names/counted.ts';
import { useIde, useIdeState, usePlace } from '../../../app/context.tsx';
import { perform } from '../../../commands/command.ts';
import { toggleRecording } from '../../../commands/recording.ts';
import { RecordIcon, StopIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';

export function RecordButton({ testCode }: { testCode: string }) {
  const ide = useIde();
  const place = usePlace();
  const recording = useIdeState(state => state.recording);
  const obstacle = useIdeState(state => toggleRecording.obstacle({ state, place }));
  const where = recording.testCode === testCode ? '' : ` into ${recording.testCode ?? 'a test'}`;
  return (
    <>
      <TextButton
        variant={recording.isOn ? 'filled' : 'light'}
        color={recording.isOn ? 'red.9' : 'red'}
        icon={recording.isOn ? <StopIcon size={15} aria-hidden /> : <RecordIcon size={15} aria-hidden />}
        label={recording.isOn ? `Stop (${counted(recording.count, 'action')})` : 'Record'}
        shortcut={toggleRecording.shortcut}
        obstacle={obstacle}
        onClick={() => void perform(toggleRecording, ide)}
      />
      {recording.isOn && (
        <span role="status" className="note">
          {recording.reason ?? `Recording${where}: use the app in the live view`}
        </span>
      )}
    </>
  );
}
