import type { ReactNode } from 'react';
import type { Place } from '../app/places.ts';
import { Hint } from '../ui/hint.tsx';
import { PlaceLink } from './place-link.tsx';

interface GoneHintProps {
  /** With its code, e.g. `test t57`. */
  what: string;
  /** Where to go on from here. */
  place: Place;
  /** What is there. */
  children: ReactNode;
  isScreen?: boolean;
}

/** An address leads to something that is not in the version that is shown. */
export const GoneHint = ({ what, place, children, isScreen = false }: GoneHintProps) => (
  <Hint
    title={`There is no ${what} here`}
    isScreen={isScreen}
    actions={<PlaceLink place={place}>{children}</PlaceLink>}
  >
    It was deleted, or it belongs to another version of the project.
  </Hint>
);
