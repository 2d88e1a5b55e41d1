import { Paper, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { ProjectId } from '../../../model/names/codes.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { Hint } from '../../ui/hint.tsx';
import { FolderIcon, WarningIcon } from '../../ui/icons.ts';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import classes from './projects-screen.module.css';

interface ProjectsScreenProps {
  /** At the bare address: on to the project shown last. */
  goesOn: boolean;
}

export function ProjectsScreen({ goesOn }: ProjectsScreenProps) {
  const { navigation } = useIde();
  const projects = useIdeState(state => state.projects);
  const start = useIdeState(state => state.startProject);
  const isKnown = useIdeState(state => state.ideId !== undefined);
  useEffect(() => {
    const projectId = ProjectId.safeParse(start).data;
    if (goesOn && projectId !== undefined) navigation.go({ tab: 'modules', projectId }, { replace: true });
  }, [navigation, goesOn, start]);
  if (!isKnown) return <SkeletonPage label="Loading the projects" boxes={3} rows={2} />;
  if (goesOn && start !== undefined) return null;
  if (projects.length === 0)
    return (
      <Hint title="No projects yet" icon={<FolderIcon size={22} aria-hidden />}>
        Make one with <code>npx steploom init</code> in its folder.
      </Hint>
    );
  return (
    <div className={classes.screen}>
      <Title order={1} size="lg">
        Projects
      </Title>
      <ul className={classes.list}>
        {projects.map(project => (
          <ProjectCard key={project.projectId} {...project} />
        ))}
      </ul>
    </div>
  );
}

function ProjectCard({
  projectId,
  name,
  problem,
}: {
  projectId: ProjectId;
  name: string;
  problem?: string | undefined;
}) {
  return (
    <Paper component="li" className={classes.card} withBorder>
      <FolderIcon size={20} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {problem === undefined ? (
          <PlaceLink place={{ tab: 'modules', projectId }} className={classes.name}>
            <span dir="auto">{name}</span>
          </PlaceLink>
        ) : (
          <span dir="auto">{name}</span>
        )}
        <Text size="xs" c="dimmed">
          {projectId}
        </Text>
        {problem !== undefined && (
          <Text size="xs" className={classes.problem}>
            <WarningIcon size={14} aria-hidden /> Cannot be opened: {problem}
          </Text>
        )}
      </div>
    </Paper>
  );
}
