import { Title } from '@mantine/core';
import type { ComponentType } from 'react';
import { useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject, type Place } from '../../app/places.ts';
import { isServerUnsaved } from '../../app/server-drafts.ts';
import type { IdeState } from '../../app/state.ts';
import { Hint } from '../../ui/hint.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { Appearance } from './appearance.tsx';
import { FeatureServerCard } from './feature-server/feature-server-card.tsx';
import { LinkingSettings } from './linking-settings.tsx';
import classes from './settings-screen.module.css';

/** The sections of the settings, in the order of their list: a file and a line for each. */
interface Section {
  /** In the address. */
  id: string;
  title: string;
  Content: ComponentType;
  /** Whether something was filled in there and not saved. */
  isUnsaved?(state: IdeState, projectId: string): boolean;
}

const SECTIONS: readonly [Section, ...Section[]] = [
  {
    id: 'integrations',
    title: 'Integrations',
    Content: Integrations,
    isUnsaved: ({ serverDrafts }, projectId) => isServerUnsaved(serverDrafts, projectId),
  },
  { id: 'linking', title: 'Linking', Content: LinkingSettings },
  { id: 'appearance', title: 'Appearance', Content: Appearance },
];

/** The list of sections beside the one that the address names, else the first. */
export function SettingsScreen() {
  const place = usePlace();
  const unsaved = useIdeState(state => unsavedIn(state, place));
  if (!isInProject(place)) return null;
  const { projectId, versionId, section = SECTIONS[0].id } = place;
  const shown = SECTIONS.find(({ id }) => id === section);
  return (
    <div className={classes.screen}>
      <nav className={classes.sections} aria-label="Settings">
        <Title order={1} size="lg" className={classes.title}>
          Settings
        </Title>
        {SECTIONS.map(({ id, title }) => (
          <PlaceLink
            key={id}
            className={classes.section}
            place={{ tab: 'settings', projectId, versionId, section: id }}
            aria-current={id === section ? 'page' : undefined}
          >
            {title} {unsaved.split(' ').includes(id) && <span className={classes.unsaved}>not saved</span>}
          </PlaceLink>
        ))}
      </nav>
      <div className={classes.content}>
        {shown === undefined ? (
          <Hint title={`There are no settings “${section}”`}>Choose one from the list.</Hint>
        ) : (
          <shown.Content />
        )}
      </div>
    </div>
  );
}

/** The ids of sections, joined: a text stays the same as long as they do. */
const unsavedIn = (state: IdeState, place: Place): string =>
  isInProject(place)
    ? SECTIONS.filter(({ isUnsaved }) => isUnsaved?.(state, place.projectId) === true)
        .map(({ id }) => id)
        .join(' ')
    : '';

/** Services of others that the project works with. */
function Integrations() {
  const projectId = useIdeState(state => state.project?.projectId);
  return projectId === undefined ? null : <FeatureServerCard key={projectId} projectId={projectId} />;
}
