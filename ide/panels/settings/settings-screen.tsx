import { Title } from '@mantine/core';
import { useIdeState, usePlace } from '../../app/context.tsx';
import { isInProject, type Place } from '../../app/places.ts';
import type { IdeState } from '../../app/state.ts';
import { Hint } from '../../ui/hint.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { SECTIONS } from './sections.ts';
import classes from './settings-screen.module.css';

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
          <Hint title={`There are no settings “${section}”`}>Choose one of the list.</Hint>
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
