import { Button, Popover, useComputedColorScheme } from '@mantine/core';
import { useState } from 'react';
import type { RunView } from '../../../model/protocol/channel/channel.ts';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { useUnsavedSections } from '../../app/drafts.ts';
import { editInWords } from '../../app/edits.ts';
import { isInProject, type Place, type ProjectPlace, ProjectTab } from '../../app/places.ts';
import type { Screen } from '../../app/screen.ts';
import { isRunning } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { chosenHow, howInShort } from '../../commands/run-how.ts';
import { goTo } from '../../commands/views.ts';
import { CommandButton, CommandTextButton } from '../../parts/command-button.tsx';
import { usePartDrop } from '../../parts/part-drag.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../../parts/run-states.tsx';
import { useElapsed } from '../../parts/use-elapsed.ts';
import {
  ChevronDownIcon,
  MoonIcon,
  PauseIcon,
  PlayIcon,
  RedoIcon,
  SearchIcon,
  SettingsIcon,
  SignOutIcon,
  StepOverIcon,
  StopIcon,
  SunIcon,
  UndoIcon,
} from '../../ui/icons.ts';
import { lateView } from '../../ui/late-part.tsx';
import { Logo } from '../../ui/logo.tsx';
import classes from './frame.module.css';
import { EnvironmentMenu, ProjectMenu, VersionMenu } from './header-menus.tsx';

export function Header() {
  const isInside = isInProject(usePlace());
  const scheme = useComputedColorScheme();
  return (
    <header className={`row wrap ${classes.header}`}>
      <PlaceLink place={{ tab: 'projects' }} className={classes.home} aria-label="All projects">
        <Logo size={26} />
      </PlaceLink>
      <div className={classes.menus}>
        <ProjectMenu />
        {isInside && <VersionMenu />}
        {isInside && <EnvironmentMenu />}
      </div>
      {isInside && <div className={classes.divider} />}
      {isInside && <Tabs />}
      <div className={`row gap-xs ${classes.tools}`}>
        {isInside && <RunBar />}
        {isInside && <div className={classes.divider} />}
        {isInside && <CommandButton command={COMMANDS.openSearch} icon={<SearchIcon size={17} />} />}
        {isInside && <UndoButtons />}
        <CommandButton
          command={COMMANDS.switchTheme}
          icon={scheme === 'dark' ? <SunIcon size={17} /> : <MoonIcon size={17} />}
        />
        {isInside && <SettingsButton />}
        <CommandButton command={COMMANDS.signOut} icon={<SignOutIcon size={17} />} />
      </div>
    </header>
  );
}

function SettingsButton() {
  const ide = useIde();
  const place = usePlace();
  const isUnsaved = useUnsavedSections(isInProject(place) ? place.projectId : '') !== '';
  return (
    <CommandButton
      command={goTo(ide, 'settings')}
      label={isUnsaved ? 'Settings: unsaved changes' : 'Settings'}
      icon={
        <span className={isUnsaved ? classes.unsaved : undefined}>
          <SettingsIcon size={17} />
        </span>
      }
    />
  );
}

function UndoButtons() {
  const edit = useIdeState(state => state.undoable);
  const what = edit === undefined ? '' : `: ${editInWords(edit.title)} by ${edit.by}`;
  return (
    <>
      <CommandButton command={COMMANDS.undo} label={`Undo${what}`} name="Undo" icon={<UndoIcon size={17} />} />
      <CommandButton command={COMMANDS.redo} icon={<RedoIcon size={17} />} />
    </>
  );
}

/** The place shown last in the tab; from a run, all runs. */
function placeOf(tab: ProjectTab, place: ProjectPlace, last: Place | undefined): Place {
  const { projectId, versionId } = place;
  if (tab === place.tab) return tab === 'runs' ? { tab, projectId, versionId } : place;
  return last ?? { tab, projectId, versionId };
}

function Tabs() {
  const place = usePlace();
  const { screens } = useIde();
  const unknown = useIdeState(state => state.unknownTools);
  if (!isInProject(place)) return null;
  const isTab = ({ entry, tool = '' }: Screen) => entry === 'tab' && !unknown.has(tool);
  return (
    <nav className={classes.tabs} aria-label="Views">
      {ProjectTab.options.map(tab => isTab(screens.of[tab]) && <Tab key={tab} tab={tab} shown={place} />)}
    </nav>
  );
}

function Tab({ tab, shown }: { tab: ProjectTab; shown: ProjectPlace }) {
  const { navigation, screens } = useIde();
  const place = placeOf(tab, shown, navigation.lastIn(tab));
  const { isOver, dropProps } = usePartDrop({ hold: () => navigation.go(place) });
  return (
    <PlaceLink
      // A drag that is held over Modules goes on to the suites there.
      {...(tab === 'modules' ? dropProps : {})}
      place={place}
      className={classes.tab}
      aria-current={tab === shown.tab ? 'page' : undefined}
      data-drop={isOver || undefined}
    >
      {screens.of[tab].label}
    </PlaceLink>
  );
}

function RunBar() {
  const state = useIdeState(({ run }) => run.state);
  const canPause = useIdeState(({ unknownTools }) => !unknownTools.has('getBreakpoints'));
  // The result has room of its own, so that the controls stay where they are.
  return (
    <div className={`row may-shrink ${classes.run}`} role="toolbar" aria-label="Run">
      <div className={classes.result}>
        <RunLink />
      </div>
      <div className={classes.start}>
        <CommandTextButton
          command={state === 'paused' ? COMMANDS.resumeRun : COMMANDS.runSelected}
          icon={<PlayIcon size={15} aria-hidden />}
        />
      </div>
      <RunMenuButton />
      {canPause && <CommandButton command={COMMANDS.pauseRun} icon={<PauseIcon size={17} />} />}
      {canPause && <CommandButton command={COMMANDS.stepOver} icon={<StepOverIcon size={17} />} />}
      <CommandButton command={COMMANDS.stopRun} icon={<StopIcon size={17} />} />
    </div>
  );
}

const RunMenu = lateView(async () => (await import('./run-menu.tsx')).RunMenu);

function RunMenuButton() {
  const others = useIdeState(state => state.otherRuns.length);
  const [isOpen, setOpen] = useState(false);
  const chosen = useIdeState(state => howInShort(chosenHow(state)).join(', '));
  const words = [chosen, others === 0 ? '' : `${others + 1} runs under way`].filter(word => word !== '').join(', ');
  const name = words === '' ? 'How to run' : `${words}: how to run`;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          className={classes.more}
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={name}
          title={name}
          onClick={() => setOpen(open => !open)}
        >
          {chosen !== '' && <span className={classes.how}>{chosen}</span>}{' '}
          {others > 0 && <span className={classes.count}>{others + 1}</span>}
          <ChevronDownIcon size={14} aria-hidden />
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <RunMenu />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The current row, where there are several, and its progress. */
function countsOf({ item, done, total }: RunView): string {
  const which = item === undefined ? '' : ` ${item.index + 1} of ${item.count}`;
  return total > 0 ? `${which}${which === '' ? '' : ','} ${done}/${total}` : which;
}

/** The run under way, else the last run of what is shown. Screens of runs show results themselves. */
interface HeaderRun extends Pick<RunView, 'state' | 'runId' | 'elapsedMs' | 'reason'> {
  goesOn: boolean;
  outdated: boolean;
  repaired: number | undefined;
  /** What it is a run of, where that is not what the page shows. */
  of: string | undefined;
}

const isOfShown = ({ testId, moduleId }: RunView, place: Place): boolean => {
  if (!isInProject(place) || place.tab !== 'modules') return isInProject(place) && place.tab === 'runs';
  if (place.testId !== undefined) return place.testId === testId;
  return place.moduleId !== undefined && testId === undefined && place.moduleId === moduleId;
};

function useShownRun(): HeaderRun | undefined {
  const place = usePlace();
  const run = useIdeState(state => state.run);
  const goesOn = useIdeState(isRunning);
  const testId = isInProject(place) && place.tab === 'modules' ? place.testId : undefined;
  const last = useIdeState(({ results }) => (testId === undefined ? undefined : results.last[testId]));
  const shown = {
    ...run,
    goesOn,
    outdated: false,
    repaired: undefined,
    of: isOfShown(run, place) ? undefined : run.title,
  };
  if (goesOn) return shown;
  if (isInProject(place) && place.tab === 'runs') return undefined;
  if (last !== undefined) {
    const { state, runId, ms, runMs = ms, outdated, failure, repaired } = last;
    return {
      state,
      runId,
      elapsedMs: runMs,
      outdated,
      goesOn,
      repaired,
      reason: failure?.error.message,
      of: undefined,
    };
  }
  if (testId !== undefined && run.testId !== undefined && run.testId !== testId) return undefined;
  return shown;
}

function RunLink() {
  const run = useShownRun();
  const place = usePlace();
  const progress = useIdeState(state => state.run);
  const elapsedMs = useElapsed(run?.elapsedMs ?? 0, run?.state === 'running');
  if (run === undefined || run.state === 'idle' || !isInProject(place)) return null;
  const { word, color } = lookOf(run.state);
  const { projectId, versionId } = place;
  const hasBegun = run.goesOn && run.state !== 'starting';
  return (
    <PlaceLink
      className={classes.runState}
      place={{ tab: 'runs', projectId, versionId, runId: run.runId }}
      title={
        run.outdated
          ? 'The test was edited since this run'
          : [run.of, run.reason ?? 'Show the run'].filter(Boolean).join(': ')
      }
    >
      <StateIcon state={run.state} />
      <span className="ellipsis">
        <span style={{ color }}>
          {word}
          {hasBegun ? countsOf(progress) : ''}
          {run.repaired !== undefined && <span className="warning">, {run.repaired} repaired</span>}
        </span>
        {run.state !== 'starting' && ` ${durationText(elapsedMs)}`}
        {run.outdated && <span className="warning"> before the edit</span>}
        {run.of !== undefined && (
          <span className="dim" dir="auto">
            {' '}
            · {run.of}
          </span>
        )}
      </span>
    </PlaceLink>
  );
}
