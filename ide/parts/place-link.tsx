import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import { useIde } from '../app/context.tsx';
import type { Place } from '../app/places.ts';

interface PlaceLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'className'> {
  place: Place;
  className?: string | undefined;
  children: ReactNode;
}

export const PlaceLink = ({ place, children, ...others }: PlaceLinkProps) => (
  <Link {...others} href={useIde().screens.pathOf(place)}>
    {children}
  </Link>
);
