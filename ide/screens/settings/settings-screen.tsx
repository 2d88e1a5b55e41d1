import { Title } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useUnsavedSections } from '../../app/drafts.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { Hint } from '../../ui/hint.tsx';
import { ApiSettings } from './api/api-settings.tsx';
import { Appearance } from './appearance.tsx';
import { AuthenticationSettings } from './authentication/authentication-settings.tsx';
import { EnvironmentsSettings } from './environments/environments-settings.tsx';
import { ExtensionSettings } from './extension/extension-settings.tsx';
import { FeatureServerCard } from './feature-server/feature-server-card.tsx';
import { FoundBrowser } from './found-browser.tsx';
import { ProjectPassword } from './project-password.tsx';
import { ProjectSettings, ProjectSwitches } from './project-settings.tsx';
import classes from './settings-screen.module.css';

interface Section {
  id: string;
  title: string;
  Content: ComponentType<{ projectId: string }>;
}

const SECTIONS: readonly [Section, ...Section[]] = [
  { id: 'general', title: 'General', Content: General },
  { id: 'integrations', title: 'Integrations', Content: Integrations },
  { id: 'environments', title: 'Environments', Content: EnvironmentsSettings },
  { id: 'authentication', title: 'Authentication', Content: AuthenticationSettings },
  { id: 'browser', title: 'Browser', Content: Browser },
  { id: 'extension', title: 'Extension', Content: ExtensionSettings },
  { id: 'appearance', title: 'Appearance', Content: Appearance },
  { id: 'api', title: 'API', Content: ApiSettings },
];

/** Shows the section of the address, else the first with unsaved input, else the first. */
export function SettingsScreen({ place }: { place: ProjectPlace }) {
  const { projectId, versionId } = place;
  const unsaved = useUnsavedSections(projectId).split(' ');
  // It stays when the input is saved.
  const [first] = useState((SECTIONS.find(({ id }) => unsaved.includes(id)) ?? SECTIONS[0]).id);
  const section = place.section ?? first;
  const shown = SECTIONS.find(({ id }) => id === section);
  return (
    <div className={classes.screen}>
      <nav className={classes.sections} aria-label="Settings">
        <p className={`flush dim bold ${classes.title}`}>Settings</p>
        {SECTIONS.map(({ id, title }) => (
          <PlaceLink
            key={id}
            className={`flex plain-link ${classes.section}`}
            place={{ tab: 'settings', projectId, versionId, section: id }}
            aria-current={id === section ? 'page' : undefined}
          >
            {title} {unsaved.includes(id) && <span className="small warning regular one-line">not saved</span>}
          </PlaceLink>
        ))}
      </nav>
      <div className={`column may-shrink ${classes.content}`}>
        <Title order={1} size="lg">
          {shown?.title ?? 'Settings'}
        </Title>
        {shown === undefined ? (
          <Hint title={`There are no settings “${section}”`}>Choose one from the list.</Hint>
        ) : (
          <shown.Content key={projectId} projectId={projectId} />
        )}
      </div>
    </div>
  );
}

function Integrations({ projectId }: { projectId: string }) {
  return (
    <>
      <FeatureServerCard projectId={projectId} />
      <ProjectSwitches of="linking" title="Step links" />
    </>
  );
}

function General({ projectId }: { projectId: string }) {
  return (
    <>
      <ProjectSettings of="general" title="Project" label="Project" />
      <ProjectSettings of="failures" title="What fails a test" label="What fails a test" />
      <ProjectPassword projectId={projectId} />
    </>
  );
}

function Browser() {
  return (
    <>
      <FoundBrowser />
      <ProjectSettings of="browser" title="What the app sees" label="Browser" />
    </>
  );
}
