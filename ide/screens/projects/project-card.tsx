import { ActionIcon, Menu, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../model/names/counted.ts';
import { useIde } from '../../app/context.tsx';
import { showDone } from '../../app/toasts.tsx';
import { attempt } from '../../commands/command.ts';
import { copyText } from '../../commands/copy-item.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { StateIcon } from '../../parts/run-states.tsx';
import { DotsIcon, EditIcon, FolderIcon, LinkIcon, TrashIcon, WarningIcon } from '../../ui/icons.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import classes from './projects-screen.module.css';
import { RenameDialog } from './rename-dialog.tsx';
import type { ListedProject, ProjectFacts } from './use-projects.ts';

interface ProjectCardProps {
  project: ListedProject;
  /** Whether this person may rename and delete it. */
  isOwner: boolean;
  onChanged(): void;
}

export function ProjectCard({ project, isOwner, onChanged }: ProjectCardProps) {
  const { projectId, name, problem, facts } = project;
  return (
    <Paper component="li" className={classes.card} data-closed={problem !== undefined || undefined} withBorder>
      <FolderIcon size={20} aria-hidden className="fixed-size accent" />
      <div className={classes.words}>
        {problem === undefined ? (
          <PlaceLink place={{ tab: 'modules', projectId }} className={`plain-link bold break-words ${classes.name}`}>
            <span dir="auto">{name}</span>
          </PlaceLink>
        ) : (
          <span className={`plain-link bold break-words ${classes.name}`} dir="auto">
            {name}
          </span>
        )}
        {problem === undefined ? (
          <Text size="xs" c="dimmed">
            {facts === undefined ? projectId : countsOf(facts)}
          </Text>
        ) : (
          <Text size="xs" className={`flex gap-xs failed ${classes.problem}`}>
            <WarningIcon size={14} aria-hidden />
            <span dir="auto">Cannot be opened: {problem}</span>
          </Text>
        )}
      </div>
      {facts !== undefined && problem === undefined && <LastRun run={facts.lastRun} />}
      {problem === undefined && (
        <PlaceLink place={{ tab: 'health', projectId }} className={`small accent ${classes.health}`}>
          Health
        </PlaceLink>
      )}
      <CardMenu project={project} isOwner={isOwner} onChanged={onChanged} />
    </Paper>
  );
}

const countsOf = ({ modules, tests, features }: ProjectFacts): string =>
  [counted(modules, 'module'), counted(tests, 'test'), counted(features, 'feature')].join(' · ');

function LastRun({ run }: { run: ProjectFacts['lastRun'] }) {
  if (run === undefined) return <span className={`row gap-xl ${classes.lastRun}`}>never run</span>;
  const failed = (run.failed ?? 0) + (run.error ?? 0);
  return (
    <span className={`row gap-xl ${classes.lastRun}`}>
      {run.passed > 0 && <Count state="passed" count={run.passed} />}
      {failed > 0 && <Count state="failed" count={failed} />}
      {run.passed === 0 && failed === 0 && <Count state={run.state} />}
      <RelativeTime at={run.startedAt} />
    </span>
  );
}

const Count = ({ state, count }: { state: string; count?: number }) => (
  <span className={classes.count}>
    <StateIcon state={state} size={14} />
    {count === undefined ? state : `${count} ${state}`}
  </span>
);

function CardMenu({ project, isOwner, onChanged }: ProjectCardProps) {
  const { projectId, name, problem } = project;
  const { screens } = useIde();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const copy = () =>
    attempt('Copy link', async () => {
      await copyText(window.location.origin + screens.pathOf({ tab: 'modules', projectId }));
      showDone(`Link to “${name}” copied`);
    });
  const close = () => setDialog(undefined);
  const changed = () => {
    close();
    onChanged();
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.menu} variant="subtle" color="gray" aria-label={`More for ${name}`}>
            <DotsIcon size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwner && problem === undefined && (
            <Menu.Item leftSection={<EditIcon size={15} aria-hidden />} onClick={() => setDialog('rename')}>
              Rename
            </Menu.Item>
          )}
          <Menu.Item leftSection={<LinkIcon size={15} aria-hidden />} onClick={() => void copy()}>
            Copy link
          </Menu.Item>
          {isOwner && (
            <Menu.Item
              color="var(--st-failed)"
              leftSection={<TrashIcon size={15} aria-hidden />}
              onClick={() => setDialog('delete')}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameDialog project={project} onClose={close} onDone={changed} />}
      {dialog === 'delete' && <DeleteDialog project={project} onClose={close} onDone={changed} />}
    </>
  );
}
