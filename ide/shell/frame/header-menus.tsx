import { Button, Menu, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../model/names/counted.ts';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject } from '../../app/places.ts';
import { useAnswer } from '../../app/queries.ts';
import { snapshotOf } from '../../app/state.ts';
import { CheckIcon, ChevronDownIcon } from '../../ui/icons.ts';
import { lateView } from '../../ui/late-part.tsx';
import classes from './frame.module.css';

interface MenuChoice {
  key: string;
  label: string;
  isChosen: boolean;
  note?: string | undefined;
  choose(): void;
}

interface ChoiceMenuProps {
  title: string;
  shown: string;
  choices: MenuChoice[];
  onToggle?(isOpen: boolean): void;
  children?: ReactNode;
}

function ChoiceMenu({ title, shown, choices, onToggle, children }: ChoiceMenuProps) {
  return (
    <Menu position="bottom-start" width="max-content" onChange={onToggle}>
      <Menu.Target>
        <Button
          className={classes.choice}
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<ChevronDownIcon size={13} aria-hidden />}
          aria-label={`${title}: ${shown}`}
        >
          <span dir="auto">{shown}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices}>
        <Menu.Label>{title}</Menu.Label>
        {choices.map(({ key, label, isChosen, note, choose }) => (
          <Menu.Item
            key={key}
            onClick={choose}
            leftSection={<CheckIcon size={14} visibility={isChosen ? 'visible' : 'hidden'} aria-hidden />}
            aria-current={isChosen || undefined}
            rightSection={note !== undefined && <span className={`note ${classes.note}`}>{note}</span>}
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
    <ChoiceMenu title="Project" shown={choices.find(one => one.isChosen)?.label ?? 'Projects'} choices={choices}>
      <Menu.Divider />
      <Menu.Item onClick={() => navigation.go({ tab: 'projects', dialog: 'new' })}>New project…</Menu.Item>
      <Menu.Item onClick={() => navigation.go({ tab: 'projects' })}>All projects</Menu.Item>
    </ChoiceMenu>
  );
}

const VersionItems = lateView(async () => (await import('../../screens/versions/version-items.tsx')).VersionItems);

/** As of the last time the menu was opened. The list is useful without them. */
function useTestCounts(isWanted: boolean): ReadonlyMap<string, number> {
  const { reply } = useAnswer('getVersions', { limit: 1_000 }, { isWanted, isKept: true });
  const versions = reply.phase === 'ready' ? reply.value.versions : [];
  return new Map(versions.map(({ versionId, testCount }) => [versionId, testCount]));
}

export function VersionMenu() {
  const { navigation } = useIde();
  const [isOpen, setOpen] = useState(false);
  const counts = useTestCounts(isOpen);
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
    note: noteOf(counts.get(versionId), versionId === snapshot.project.defaultVersion),
    choose: () => navigation.go({ tab, projectId, versionId }),
  }));
  return (
    <ChoiceMenu
      title="Version"
      shown={choices.find(one => one.isChosen)?.label ?? ''}
      choices={choices}
      onToggle={setOpen}
    >
      <VersionItems />
    </ChoiceMenu>
  );
}

function noteOf(tests: number | undefined, isDefault: boolean): string | undefined {
  const count = tests === undefined ? [] : [counted(tests, 'test')];
  const words = [...count, ...(isDefault ? ['default'] : [])];
  return words.length === 0 ? undefined : words.join(' · ');
}

export function EnvironmentMenu() {
  const { store, navigation } = useIde();
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
  const { projectId } = project;
  const settings = { tab: 'settings', projectId, versionId: snapshot.versionId, section: 'environments' } as const;
  return (
    <ChoiceMenu title="Environment" shown={shown} choices={choices}>
      <Menu.Divider />
      <Menu.Item onClick={() => navigation.go(settings)}>Edit environments</Menu.Item>
    </ChoiceMenu>
  );
}
