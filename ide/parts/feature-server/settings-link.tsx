import type { ProjectPlace } from '../../app/places.ts';
import { PlaceLink } from '../place-link.tsx';
import { inWords, SETTINGS } from './in-words.ts';

type SettingsAddress = Pick<ProjectPlace, 'projectId' | 'versionId'>;

export const SettingsLink = ({ place: { projectId, versionId } }: { place: SettingsAddress }) => (
  <PlaceLink place={{ tab: 'settings', projectId, versionId, section: 'integrations' }} className="accent one-line">
    {SETTINGS}
  </PlaceLink>
);

/** Makes a link of the settings where the message names them, else adds one. */
export function WithSettings({ message, place }: { message: string; place: SettingsAddress }) {
  const [before = '', after] = inWords(message).split(SETTINGS, 2);
  return (
    <>
      {before} <SettingsLink place={place} />
      {after}
    </>
  );
}
