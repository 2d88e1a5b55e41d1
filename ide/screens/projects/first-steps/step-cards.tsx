import { Button, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { FirstSteps } from '../../../app/first-steps.ts';
import type { Ide } from '../../../app/ide.ts';
import { useAnswer, useWork } from '../../../app/queries.ts';
import { attempt, perform } from '../../../commands/command.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, PassedIcon } from '../../../ui/icons.ts';
import classes from './first-steps.module.css';

interface FirstStep {
  id: string;
  title: string;
  text: ReactNode;
  isDone: boolean;
  action: ReactNode;
}

interface StepCardsProps {
  shown: readonly FirstStep[];
  onHide(ids: readonly string[]): void;
}

/** A card goes when it is done, or dismissed. */
export const StepCards = ({ shown, onHide }: StepCardsProps) => (
  <section className={classes.steps} aria-label="First steps">
    <ul className={`stack plain-list ${classes.cards}`}>
      {shown.map(step => (
        <Card key={step.id} step={step} onHide={() => onHide([step.id])} />
      ))}
    </ul>
  </section>
);

function Card({ step: { title, text, isDone, action }, onHide }: { step: FirstStep; onHide(): void }) {
  return (
    <li className={`column gap-xs ${classes.card}`}>
      <div className="row between full-width">
        <Title order={2} size="sm">
          {title}
        </Title>
        <IconButton label={`Hide “${title}”`} icon={<CloseIcon size={14} />} onClick={onHide} size="sm" />
      </div>
      <p className={classes.text}>{text}</p>
      {isDone ? (
        <span className={classes.done}>
          <PassedIcon size={15} aria-hidden /> Done
        </span>
      ) : (
        action
      )}
    </li>
  );
}

export function useShownSteps(snapshot: ProjectSnapshot, { hidden, isAll = false }: FirstSteps): FirstStep[] {
  return useSteps(snapshot).filter(({ id, isDone }) => !hidden.includes(id) && (isAll || !isDone));
}

function useSteps(snapshot: ProjectSnapshot): FirstStep[] {
  const { project, tests, features } = snapshot;
  const hasTokens = useHasTokens(project.projectId);
  return [
    {
      id: 'test',
      title: 'Write a test',
      text: 'Open your app at the right, then click together what a person does in it.',
      isDone: Object.values(tests).some(({ actionCount }) => actionCount > 0),
      action: <TestButtons snapshot={snapshot} />,
    },
    {
      id: 'agent',
      title: 'Connect an agent',
      text: 'Claude Code, Cursor and others write and run tests with a token.',
      isDone: hasTokens,
      action: (
        <CardButton label="New token" act={ide => ide.navigation.goWithin({ tab: 'settings', section: 'api' })} />
      ),
    },
    {
      id: 'features',
      title: 'Import features',
      text: 'Steps of your .feature files are linked to tests and run as scenarios.',
      isDone: Object.keys(features).length > 0,
      action: <CardButton label="Import features" act={ide => perform(COMMANDS.importFeatures, ide)} />,
    },
    {
      id: 'ci',
      title: 'Run in CI',
      text: 'A script for GitHub, GitLab, Jenkins and others runs your tests on every push.',
      isDone: false,
      action: <CardButton label="Make a script" act={ide => ide.navigation.goWithin({ tab: 'ci' })} />,
    },
  ];
}

function TestButtons({ snapshot: { project, modules } }: { snapshot: ProjectSnapshot }) {
  const ide = useIde();
  const isOpen = useIdeState(state => state.app.isOpen);
  const { isBusy, run } = useWork();
  const open = () => attempt('Open your app', () => ide.session.call('navigateUrl', { url: '/' }));
  if (!isOpen && project.appUrl !== undefined)
    return (
      <Button size="compact-xs" variant="light" loading={isBusy} onClick={() => void run(open)}>
        Open your app
      </Button>
    );
  const next = Object.keys(modules).length === 0 ? COMMANDS.newModule : COMMANDS.newTest;
  return <CardButton label={next.title} act={() => perform(next, ide)} />;
}

function CardButton({ label, act }: { label: string; act(ide: Ide): void | Promise<void> }) {
  const ide = useIde();
  return (
    <Button size="compact-xs" variant="light" onClick={() => void act(ide)}>
      {label}
    </Button>
  );
}

/** People who may not know are not asked to make a token. */
function useHasTokens(projectId: string): boolean {
  const { reply } = useAnswer('getTokens', { projectId });
  return reply.phase === 'failed' || (reply.phase === 'ready' && reply.value.tokens.length > 0);
}
