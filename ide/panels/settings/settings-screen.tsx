import { SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { THEMES, type Theme } from '../../app/state.ts';
import classes from './settings-screen.module.css';

const LABELS: Record<Theme, string> = { auto: 'As the system', light: 'Light', dark: 'Dark' };

/** How the page looks and listens in this browser. */
export function SettingsScreen() {
  const { store } = useIde();
  const { theme, areSingleKeysOn } = useIdeState(state => state.view);
  const setTheme = (value: string) => {
    const chosen = THEMES.find(name => name === value);
    if (chosen !== undefined) store.setView({ theme: chosen });
  };
  return (
    <div className={classes.screen}>
      <Title order={1} size="lg">
        Settings
      </Title>
      <section className={classes.section}>
        <Title order={2} size="md">
          Appearance
        </Title>
        <Stack gap="md" mt="sm">
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
            label="Single-letter keys"
            description="Such as G then M for Modules. They work outside text fields."
            checked={areSingleKeysOn}
            onChange={event => store.setView({ areSingleKeysOn: event.currentTarget.checked })}
          />
        </Stack>
      </section>
    </div>
  );
}
