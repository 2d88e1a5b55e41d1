import { ActionIcon, Menu } from '@mantine/core';
import { FilterIcon } from '../ui/icons.ts';

interface ShownMenuProps<Shown extends string> {
  titles: Readonly<Record<Shown, string>>;
  options: readonly Shown[];
  shown: Shown;
  onShown(shown: Shown): void;
}

/** Which items of a tree are shown; the first option is all of them. */
export function ShownMenu<Shown extends string>({ titles, options, shown, onShown }: ShownMenuProps<Shown>) {
  const isAll = shown === options[0];
  const title = `Shown: ${titles[shown]}`;
  const choose = (value: string) => {
    const chosen = options.find(one => one === value);
    if (chosen !== undefined) onShown(chosen);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant={isAll ? 'subtle' : 'light'}
          color={isAll ? 'gray' : undefined}
          aria-label={title}
          data-chosen={!isAll || undefined}
          title={title}
        >
          <FilterIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={shown} onChange={choose}>
          {options.map(one => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {titles[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
