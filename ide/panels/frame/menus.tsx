import { Button, Menu, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { CheckIcon, ChevronDownIcon } from '../../ui/icons.ts';
import classes from './menus.module.css';

interface Choice {
  key: string;
  label: string;
  isChosen: boolean;
  choose(): void;
}

interface ChoiceMenuProps {
  /** What is chosen between. */
  title: string;
  shown: string;
  choices: Choice[];
  children?: ReactNode;
}

/** A button that shows what is chosen, and a list of what else there is. */
function ChoiceMenu({ title, shown, choices, children }: ChoiceMenuProps) {
  return (
    <Menu position="bottom-start" width="max-content">
      <Menu.Target>
        <Button
          className={classes.button}
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<ChevronDownIcon size={13} aria-hidden />}
          aria-label={`${title}: ${shown}`}
        >
          <span dir="auto">{shown}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.list}>
        <Menu.Label>{title}</Menu.Label>
        {choices.map(({ key, label, isChosen, choose }) => (
          <Menu.Item
            key={key}
            onClick={choose}
            leftSection={<CheckIcon size={14} visibility={isChosen ? 'visible' : 'hidden'} aria-hidden />}
            aria-current={isChosen || undefined}
          >
            <span dir="auto">{label}</span>
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

export function ProjectMenu() {
  const { navigation } = useIde();
  const place = usePlace();
  const projects = useIdeState(state => state.projects);
  const chosen = isInProject(place) ? place.projectId : undefined;
  if (projects.length === 0) return null;
  const choices = projects.map(({ projectId, name }) => ({
    key: projectId,
    label: name,
    isChosen: projectId === chosen,
    choose: () => navigation.go({ tab: 'modules', projectId }),
  }));
  return (
    <ChoiceMenu title="Project" shown={choices.find(one => one.isChosen)?.label ?? 'Projects'} choices={choices} />
  );
}

export function VersionMenu() {
  const { navigation } = useIde();
  const place = usePlace();
  const snapshot = useIdeState(snapshotOf);
  const isLoading = useIdeState(state => state.project?.snapshot.phase === 'loading');
  if (isLoading) return <Skeleton className={classes.unknown} width="3.5rem" height={16} radius="sm" aria-hidden />;
  if (snapshot === undefined || !isInProject(place)) return null;
  const { projectId, tab } = place;
  const choices = snapshot.versions.map(({ versionId, name }) => ({
    key: versionId,
    label: name,
    isChosen: versionId === snapshot.versionId,
    choose: () => navigation.go({ tab, projectId, versionId }),
  }));
  return <ChoiceMenu title="Version" shown={choices.find(one => one.isChosen)?.label ?? ''} choices={choices} />;
}

/** Where runs take their values from. */
export function EnvironmentMenu() {
  const { store } = useIde();
  const snapshot = useIdeState(snapshotOf);
  const byProject = useIdeState(state => state.view.environments);
  if (snapshot === undefined || snapshot.environments.length === 0) return null;
  const { project, environments } = snapshot;
  const chosen = byProject[project.projectId] ?? project.defaultEnvironment;
  const choices = environments.map(({ environmentCode, name }) => ({
    key: environmentCode,
    label: name,
    isChosen: chosen === environmentCode || chosen === name,
    choose: () => store.setView({ environments: { ...byProject, [project.projectId]: environmentCode } }),
  }));
  const shown = choices.find(one => one.isChosen)?.label ?? 'none';
  return <ChoiceMenu title="Environment" shown={shown} choices={choices} />;
}
