import { Button, Tooltip } from '@mantine/core';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { FeatureText } from '../../../app/state.ts';
import { showUndo } from '../../../app/toasts.tsx';
import type { FeatureEntry } from '../../../app/tool-replies.ts';
import { attempt, NO_CONNECTION, perform } from '../../../commands/command.ts';
import { copyFeature } from '../../../commands/feature-edits.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { TooltipText } from '../../../ui/icon-button.tsx';
import { LockIcon } from '../../../ui/icons.ts';
import classes from './text.module.css';

interface TextBarProps {
  feature: FeatureEntry;
  text: FeatureText;
  isReadOnly: boolean;
}

const SAVE = { label: COMMANDS.saveText.title, shortcut: COMMANDS.saveText.shortcut };

/** Whether the text is saved, or why it cannot be written. */
export const TextBar = ({ feature, text, isReadOnly }: TextBarProps) => (
  <div className={classes.bar}>
    {isReadOnly ? <Locked feature={feature} text={text} /> : <Writing feature={feature} text={text} />}
  </div>
);

function Locked({ feature, text: { stored } }: Omit<TextBarProps, 'isReadOnly'>) {
  const ide = useIde();
  if (stored.phase !== 'ready') return null;
  const copy = () => copyFeature(ide, feature, stored.value.text);
  return (
    <>
      <span className={classes.words}>
        <LockIcon size={14} aria-hidden />
        It comes from the server: edit it there, or make a copy.
      </span>
      <Button size="compact-xs" variant="default" onClick={() => void attempt('Make local copy', copy)}>
        Make local copy
      </Button>
    </>
  );
}

function Writing({ feature: { featureCode }, text: { mine, isSaving = false } }: Omit<TextBarProps, 'isReadOnly'>) {
  const ide = useIde();
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  const discard = () => {
    const bringBack = ide.texts.discard(featureCode);
    showUndo('Your changes are discarded', bringBack);
  };
  const isUnsaved = mine !== undefined;
  return (
    <>
      <span className={classes.words} role="status" data-unsaved={isUnsaved || undefined}>
        {isUnsaved ? 'Not saved' : 'Saved'}
        {isUnsaved && !isConnected && `. ${NO_CONNECTION}.`}
      </span>
      {isUnsaved && (
        <Button size="compact-xs" variant="default" onClick={discard} disabled={isSaving}>
          Discard
        </Button>
      )}
      <Tooltip label={<TooltipText {...SAVE} obstacle={undefined} />} openDelay={400}>
        <Button
          size="compact-xs"
          variant={isUnsaved ? 'filled' : 'default'}
          disabled={!isUnsaved || !isConnected}
          loading={isSaving}
          onClick={() => void perform(COMMANDS.saveText, ide)}
        >
          Save
        </Button>
      </Tooltip>
    </>
  );
}
