import { Button, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SAMPLE_PROJECT_ID } from '../../../model/names/codes.ts';
import { changeFirstSteps } from '../../app/change-first-steps.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectsDialog } from '../../app/places.ts';
import { useWork } from '../../app/queries.ts';
import { attempt } from '../../commands/command.ts';
import { Hint } from '../../ui/hint.tsx';
import { AddIcon, FolderIcon, SearchIcon, TestIcon } from '../../ui/icons.ts';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { AddressForm } from './address-form.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { OpenFolderDialog } from './open-folder-dialog.tsx';
import { ProjectCard } from './project-card.tsx';
import classes from './projects-screen.module.css';
import { type ListedProject, useProjects } from './use-projects.ts';

interface ProjectsScreenProps {
  dialog: ProjectsDialog | undefined;
}

export function ProjectsScreen({ dialog }: ProjectsScreenProps) {
  const { navigation } = useIde();
  const { projects, isOwner, again } = useProjects();
  const isKnown = useIdeState(state => state.ideId !== undefined);
  if (!isKnown) return <SkeletonPage label="Loading the projects" boxes={3} rows={2} />;
  const close = () => navigation.go({ tab: 'projects' });
  const buttons = isOwner && <Buttons hasSample={projects.some(({ projectId }) => projectId === SAMPLE_PROJECT_ID)} />;
  return (
    <>
      {projects.length === 0 ? (
        <NoProjects buttons={buttons} isOwner={isOwner} />
      ) : (
        <div className={classes.screen}>
          <div className={`row wrap ${classes.head}`}>
            <Title order={1} size="lg">
              Projects
            </Title>
            {buttons}
          </div>
          <Filtered projects={projects} isOwner={isOwner} onChanged={again} />
        </div>
      )}
      {dialog === 'new' && <NewProjectDialog projects={projects} onClose={close} />}
      {dialog === 'open' && <OpenFolderDialog onClose={close} />}
    </>
  );
}

const NoProjects = ({ buttons, isOwner }: { buttons: ReactNode; isOwner: boolean }) => (
  <Hint
    title="No project yet"
    icon={<FolderIcon size={22} aria-hidden />}
    actions={
      <>
        {isOwner && <AddressForm />}
        {buttons}
      </>
    }
    isScreen
  >
    Paste the address of your app: it opens beside its tests, and a first one is written for it. Or look around in the
    sample, a small shop that works offline.
  </Hint>
);

export const SampleHint = () => (
  <Hint title="This is the sample shop" icon={<TestIcon size={22} aria-hidden />} actions={<AddressForm />}>
    Choose a test in the tree to see how it is written, and run it. Or paste the address of your own app: it opens
    beside a new project, and a first test is written for it.
  </Hint>
);

function Buttons({ hasSample }: { hasSample: boolean }) {
  const { navigation, session, store } = useIde();
  const { isBusy, run } = useWork();
  const openSample = () =>
    attempt('Open the sample project', async () => {
      const { project } = await session.call('createSampleProject', {});
      changeFirstSteps(store, project.projectId, () => ({ hidden: [] }));
      navigation.go({ tab: 'modules', projectId: project.projectId });
    });
  return (
    <div className={`flex wrap gap-md ${classes.buttons}`}>
      {!hasSample && (
        <Button size="xs" variant="default" loading={isBusy} onClick={() => void run(openSample)}>
          Open the sample project
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => navigation.go({ tab: 'projects', dialog: 'open' })}>
        Open folder…
      </Button>
      <Button
        size="xs"
        leftSection={<AddIcon size={15} aria-hidden />}
        onClick={() => navigation.go({ tab: 'projects', dialog: 'new' })}
      >
        New project
      </Button>
    </div>
  );
}

interface FilteredProps {
  projects: readonly ListedProject[];
  isOwner: boolean;
  onChanged(): void;
}

function Filtered({ projects, isOwner, onChanged }: FilteredProps) {
  const [filter, setFilter] = useState('');
  const sought = filter.trim().toLowerCase();
  const fits = ({ name, projectId }: ListedProject) => `${name} ${projectId}`.toLowerCase().includes(sought);
  const shown = projects.filter(fits);
  return (
    <>
      <TextInput
        size="xs"
        aria-label="Filter projects"
        placeholder="Filter by name or folder"
        value={filter}
        onChange={event => setFilter(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Escape' && setFilter('')}
        leftSection={<SearchIcon size={14} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
      />
      <ul className={`stack gap-md plain-list ${classes.list}`} aria-label="Projects">
        {shown.map(project => (
          <ProjectCard key={project.projectId} project={project} isOwner={isOwner} onChanged={onChanged} />
        ))}
      </ul>
      {shown.length === 0 && (
        <Hint
          title={`No project matches “${filter.trim()}”`}
          actions={
            <Button size="xs" variant="default" onClick={() => setFilter('')}>
              Show all
            </Button>
          }
        />
      )}
    </>
  );
}
