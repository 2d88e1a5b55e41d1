import { SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { THEMES, type Theme } from '../../app/state.ts';
import { Card } from '../../ui/card.tsx';

const LABELS: Record<Theme, string> = { auto: 'Same as system', light: 'Light', dark: 'Dark' };

export function Appearance() {
  const { store } = useIde();
  const { theme, areSingleKeysOn } = useIdeState(state => state.view);
  const setTheme = (value: string) => {
    const chosen = THEMES.find(name => name === value);
    if (chosen !== undefined) store.setView({ theme: chosen });
  };
  return (
    <Card title="This browser">
      <Stack gap="md">
        <div>
          <Text size="sm" id="theme-label" mb={4}>
            Theme
          </Text>
          <SegmentedControl
            aria-labelledby="theme-label"
            size="xs"
            value={theme}
            onChange={setTheme}
            data={THEMES.map(value => ({ value, label: LABELS[value] }))}
          />
        </div>
        <Switch
          label="Single-letter shortcuts"
          description="Such as G then M for Modules. They work outside text fields."
          checked={areSingleKeysOn}
          onChange={event => store.setView({ areSingleKeysOn: event.currentTarget.checked })}
        />
      </Stack>
    </Card>
  );
}
