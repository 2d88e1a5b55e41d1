/** The sections of the settings, in the order of their list: a file and a line for each. */
import type { ComponentType } from 'react';
import { Appearance } from './appearance.tsx';
import { Integrations } from './integrations.tsx';

interface Section {
  /** In the address. */
  id: string;
  title: string;
  Content: ComponentType;
}

export const SECTIONS: readonly [Section, ...Section[]] = [
  { id: 'integrations', title: 'Integrations', Content: Integrations },
  { id: 'appearance', title: 'Appearance', Content: Appearance },
];
