import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { CHECKS, checkedNow } from '../../commands/check-elements.ts';
import { perform } from '../../commands/command.ts';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './live-view.module.css';

/** Chooses what each click checks, until it is chosen again or Esc is pressed. */
export function CheckBar() {
  const ide = useIde();
  const place = usePlace();
  const now = useIdeState(checkedNow);
  const obstacle = useIdeState(state => CHECKS[0].obstacle({ state, place }));
  return (
    <div className={`row gap-xs ${classes.checks}`} role="group" aria-label="Check what is clicked">
      <span className="small quiet">Check</span>
      {CHECKS.map(command => (
        <TextButton
          key={command.kind}
          size="compact-xs"
          variant={now === command.kind ? 'filled' : 'default'}
          isPressed={now === command.kind}
          label={command.label}
          hint={command.hint}
          shortcut={command.shortcut}
          obstacle={obstacle}
          onClick={() => void perform(command, ide)}
        />
      ))}
    </div>
  );
}
