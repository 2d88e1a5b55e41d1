import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './hint.module.css';

interface HintProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  icon?: ReactNode;
  isFailure?: boolean;
  isScreen?: boolean;
}

export function Hint({ title, children, actions, icon, isFailure = false, isScreen = false }: HintProps) {
  return (
    <Stack className={classes.hint} align="center" gap="xs">
      {icon !== undefined && (
        <div className={classes.icon} data-failure={isFailure || undefined}>
          {icon}
        </div>
      )}
      <Title order={isScreen ? 1 : 2} size="md" ta="center">
        {title}
      </Title>
      {children !== undefined && (
        <Text size="sm" c="dimmed" ta="center" className={classes.text} component="div">
          {children}
        </Text>
      )}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </Stack>
  );
}
