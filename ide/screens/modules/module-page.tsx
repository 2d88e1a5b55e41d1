import { Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { ModuleCode } from '../../../model/names/codes.ts';
import { counted } from '../../../model/names/counted.ts';
import type { ModuleHeader, ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { worstState } from '../../app/run-updates.ts';
import { COMMANDS } from '../../commands/index.ts';
import { runModule } from '../../commands/run-several.ts';
import { CommandTextButton } from '../../parts/command-button.tsx';
import { childrenOf, itemOf, ROOT, type TreeItem } from '../../parts/module-items.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { lookOf, StateIcon } from '../../parts/run-states.tsx';
import { AddIcon, FolderIcon, PlayIcon, RecordIcon, TestIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './module-page.module.css';

interface ModulePageProps {
  snapshot: ProjectSnapshot;
  /** Left out: the modules of the project. */
  module: ModuleHeader | undefined;
  place: ProjectPlace;
}

/** More are in the tree. */
const MOST_SHOWN = 50;

/** What is in a module or the project, how it ended last, and what to do with it. */
export function ModulePage({ snapshot, module, place }: ModulePageProps) {
  const children = useMemo(() => childrenOf(snapshot), [snapshot]);
  const codes = children.get(module?.moduleCode ?? ROOT) ?? [];
  const items = codes.slice(0, MOST_SHOWN).map(code => itemOf(snapshot, children, code));
  const { name } = module ?? snapshot.project;
  return (
    <Panel
      label={module === undefined ? 'Project' : `Module ${name}`}
      head={<PageHead name={name} codes={codes} snapshot={snapshot} />}
    >
      <div className={`column ${classes.page}`}>
        {module?.comment !== undefined && (
          <p className="flush as-typed break-words" dir="auto">
            {module.comment}
          </p>
        )}
        <div className="flex wrap gap-md" role="toolbar" aria-label={`Work on ${name}`}>
          <CommandTextButton
            command={module === undefined ? COMMANDS.runAll : runModule(module)}
            icon={<PlayIcon size={15} aria-hidden />}
          />
          <CommandTextButton command={COMMANDS.newTest} icon={<AddIcon size={15} aria-hidden />} variant="default" />
          <CommandTextButton
            command={COMMANDS.recordNew}
            icon={<RecordIcon size={15} aria-hidden />}
            variant="default"
          />
        </div>
        <ul className="boxed plain-list" aria-label={`In ${name}`}>
          {items.map(item => (
            <ItemRow key={item.code} item={item} snapshot={snapshot} place={place} />
          ))}
        </ul>
        {codes.length > items.length && (
          <p className="flush note">{`${codes.length - items.length} more are in the tree.`}</p>
        )}
      </div>
    </Panel>
  );
}

interface PageHeadProps {
  name: string;
  codes: readonly string[];
  snapshot: ProjectSnapshot;
}

function PageHead({ name, codes, snapshot: { modules } }: PageHeadProps) {
  const count = codes.filter(code => Object.hasOwn(modules, code)).length;
  const facts = [
    ...(count > 0 ? [counted(count, 'module')] : []),
    ...(codes.length > count ? [counted(codes.length - count, 'test')] : []),
  ];
  return (
    <>
      <Title order={2} size="sm" className="ellipsis" dir="auto" title={name}>
        {name}
      </Title>
      <span className="note one-line">{facts.join(' · ')}</span>
    </>
  );
}

interface ModuleItemProps extends Pick<ModulePageProps, 'snapshot' | 'place'> {
  item: TreeItem;
}

function ItemRow({ item, snapshot, place: { projectId, versionId } }: ModuleItemProps) {
  const test = snapshot.tests[item.code];
  const state = useLastState(item);
  const moduleId = test?.moduleCode ?? ModuleCode.parse(item.code);
  return (
    <li className={classes.row}>
      {test === undefined ? <FolderIcon size={15} aria-hidden /> : <TestIcon size={15} aria-hidden />}
      <PlaceLink
        className={`plain-link ellipsis ${classes.name}`}
        place={{ tab: 'modules', projectId, versionId, moduleId, ...(test && { testId: test.testCode }) }}
      >
        <span dir="auto">{item.name}</span>
      </PlaceLink>
      <Facts>{test === undefined ? countOf(item) : counted(test.actionCount, 'action')}</Facts>
      <span className={`row gap-sm small quiet ${classes.state}`}>
        {test?.skip === true ? 'skipped' : <LastState state={state} />}
      </span>
    </li>
  );
}

const Facts = ({ children }: { children: ReactNode }) => <span className="note one-line">{children}</span>;

const countOf = (item: TreeItem): string => (item.kind === 'module' ? counted(item.tests.length, 'test') : '');

const LastState = ({ state = 'idle' }: { state: string | undefined }) => (
  <>
    <span className="flex" aria-hidden>
      <StateIcon state={state} />
    </span>
    {lookOf(state).word}
  </>
);

/** Of a module the worst of its tests. */
function useLastState(item: TreeItem): string | undefined {
  const tests = item.kind === 'module' ? item.tests : [item.code];
  return useIdeState(({ results }) => worstState(tests.map(code => results.tests[code])));
}
