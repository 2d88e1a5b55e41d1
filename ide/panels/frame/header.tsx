import { useComputedColorScheme } from '@mantine/core';
import { useIde, useIdeState, usePlace } from '../../app/context.tsx';
import { editInWords } from '../../app/edits.ts';
import { isInProject, type Place, type ProjectPlace, type ProjectTab } from '../../app/places.ts';
import { isServerUnsaved } from '../../app/server-drafts.ts';
import { COMMANDS } from '../../commands/index.ts';
import { MoonIcon, RedoIcon, SearchIcon, SettingsIcon, SignOutIcon, SunIcon, UndoIcon } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import { CommandButton } from '../shared/command-button.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import classes from './frame.module.css';
import { EnvironmentMenu, ProjectMenu, VersionMenu } from './menus.tsx';
import { RunBar } from './run-bar.tsx';

export function Header() {
  const isInside = isInProject(usePlace());
  const scheme = useComputedColorScheme();
  return (
    <header className={classes.header}>
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
      <div className={classes.tools}>
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

/** It shows when something is left there that is not saved. */
function SettingsButton() {
  const place = usePlace();
  const isUnsaved = useIdeState(state => isInProject(place) && isServerUnsaved(state.serverDrafts, place.projectId));
  return (
    <CommandButton
      command={COMMANDS.goToSettings}
      label={isUnsaved ? 'Settings: changes are not saved' : 'Settings'}
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

const TABS: { tab: ProjectTab; title: string }[] = [
  { tab: 'modules', title: 'Modules' },
  { tab: 'features', title: 'Features' },
  { tab: 'runs', title: 'Runs' },
];

/** What a tab leads to: back to what was shown in it last; from a run to all of them. */
function placeOf(tab: ProjectTab, place: ProjectPlace, last: Place | undefined): Place {
  const { projectId, versionId } = place;
  if (tab === place.tab) return tab === 'runs' ? { tab, projectId, versionId } : place;
  return last ?? { tab, projectId, versionId };
}

function Tabs() {
  const place = usePlace();
  const { navigation } = useIde();
  const hasFeatures = useIdeState(state => !state.unknownTools.has('getFeatures'));
  if (!isInProject(place)) return null;
  return (
    <nav className={classes.tabs} aria-label="Views">
      {TABS.filter(({ tab }) => tab !== 'features' || hasFeatures).map(({ tab, title }) => (
        <PlaceLink
          key={tab}
          place={placeOf(tab, place, navigation.lastIn(tab))}
          className={classes.tab}
          aria-current={tab === place.tab ? 'page' : undefined}
        >
          {title}
        </PlaceLink>
      ))}
    </nav>
  );
}
