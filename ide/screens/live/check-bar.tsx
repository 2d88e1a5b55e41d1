import { Button, Menu } from '@mantine/core';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { CHECKS, checkedNow } from '../../commands/check-elements.ts';
import { perform } from '../../commands/command.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { Shortcut } from '../../ui/shortcut.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './live-view.module.css';

/** Chooses what each click checks, until it is chosen again or Esc is pressed: by buttons, or a menu where they have no room. */
export function CheckBar() {
  const place = usePlace();
  const now = useIdeState(checkedNow);
  const obstacle = useIdeState(state => CHECKS[0].obstacle({ state, place }));
  return (
    <>
      <CheckButtons now={now} obstacle={obstacle} />
      <CheckMenu now={now} obstacle={obstacle} />
    </>
  );
}

interface ChecksProps {
  now: ReturnType<typeof checkedNow>;
  obstacle: string | undefined;
}

function CheckButtons({ now, obstacle }: ChecksProps) {
  const ide = useIde();
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

function CheckMenu({ now, obstacle }: ChecksProps) {
  const ide = useIde();
  return (
    <span className={classes.checkMenu}>
      <Menu position="top-end">
        <Menu.Target>
          <Button
            size="compact-xs"
            variant={now === undefined ? 'default' : 'filled'}
            rightSection={<ChevronDownIcon size={12} aria-hidden />}
          >
            {now === undefined ? 'Check' : `Check ${now}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {CHECKS.map(command => (
            <Menu.CheckboxItem
              key={command.kind}
              checked={now === command.kind}
              onChange={() => void perform(command, ide)}
              disabled={obstacle !== undefined}
              title={obstacle ?? command.hint}
              rightSection={command.shortcut !== undefined && <Shortcut keys={command.shortcut} />}
              closeMenuOnClick
            >
              {command.title}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
