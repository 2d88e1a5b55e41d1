import { Button, Popover } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import { attempt } from '../../commands/command.ts';
import { linkToNewTest } from '../../commands/step-links.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { linkOrReview } from './link-or-review.ts';
import { TestPicker } from './test-picker.tsx';

interface PlugButtonProps {
  texts: readonly string[];
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  variant?: string;
  tabIndex?: number;
  /** The step, for those who do not see the row. */
  of?: string;
}

/** The list of tests that texts can be linked to, behind its button. */
export function PlugButton({ texts, isOpen, onOpen, variant = 'default', tabIndex, of }: PlugButtonProps) {
  const ide = useIde();
  const button = (
    <Button
      size="compact-xs"
      variant={variant}
      tabIndex={tabIndex}
      aria-label={of === undefined ? undefined : `Plug test case into ${of}`}
      rightSection={<ChevronDownIcon size={13} aria-hidden />}
      onClick={() => onOpen(!isOpen)}
    >
      Plug test case
    </Button>
  );
  if (!isOpen) return button;
  return (
    <Popover opened onChange={() => onOpen(false)} position="bottom-end" width={380} trapFocus returnFocus shadow="md">
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown
        aria-label="Plug test case"
        onKeyDown={event => {
          // The keys of the list behind are none of the list in front.
          event.stopPropagation();
          if (event.key === 'Escape') onOpen(false);
        }}
      >
        <TestPicker
          text={texts[0] ?? ''}
          onPick={choice => {
            onOpen(false);
            linkOrReview(ide, texts, choice);
          }}
          onNew={() => {
            onOpen(false);
            void attempt('Link', () => linkToNewTest(ide, texts));
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
