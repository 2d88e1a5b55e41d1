/** The sections of the settings, in the order of their list: a file and a line for each. */
import type { ComponentType } from 'react';
import { isServerUnsaved } from '../../app/server-drafts.ts';
import type { IdeState } from '../../app/state.ts';
import { Appearance } from './appearance.tsx';
import { Integrations } from './integrations.tsx';
import { LinkingSettings } from './linking-settings.tsx';

interface Section {
  /** In the address. */
  id: string;
  title: string;
  Content: ComponentType;
  /** Whether something was filled in there and not saved. */
  isUnsaved?(state: IdeState, projectId: string): boolean;
}

export const SECTIONS: readonly [Section, ...Section[]] = [
  {
    id: 'integrations',
    title: 'Integrations',
    Content: Integrations,
    isUnsaved: ({ serverDrafts }, projectId) => isServerUnsaved(serverDrafts, projectId),
  },
  { id: 'linking', title: 'Linking', Content: LinkingSettings },
  { id: 'appearance', title: 'Appearance', Content: Appearance },
];
