import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import { type Place, pathOf } from '../app/places.ts';

interface PlaceLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'className'> {
  place: Place;
  className?: string | undefined;
  children: ReactNode;
}

export const PlaceLink = ({ place, children, ...others }: PlaceLinkProps) => (
  <Link {...others} href={pathOf(place)}>
    {children}
  </Link>
);
