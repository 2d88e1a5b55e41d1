import type { ReactNode } from 'react';
import type { Place } from '../app/places.ts';
import { Hint } from '../ui/hint.tsx';
import { PlaceLink } from './place-link.tsx';

interface GoneHintProps {
  /** With its code, e.g. `test t57`. */
  what: string;
  place: Place;
  children: ReactNode;
  isScreen?: boolean;
}

export const GoneHint = ({ what, place, children, isScreen = false }: GoneHintProps) => (
  <Hint
    title={`There is no ${what} here`}
    isScreen={isScreen}
    actions={<PlaceLink place={place}>{children}</PlaceLink>}
  >
    It was deleted, or it belongs to another version of the project.
  </Hint>
);
