import { useEffect, useRef, useState } from 'react';
import { useRunPicture } from './run-files.ts';

interface FetchedPictureProps {
  url: string;
  alt: string;
  className?: string | undefined;
  /** Fetched only when it comes near to what is seen. */
  isLazy?: boolean;
}

/** How far from what is seen. */
const NEAR = '400px';

/** A picture of a run; where it cannot be had it says why. */
export function FetchedPicture({ url, alt, className, isLazy = false }: FetchedPictureProps) {
  const place = useRef<HTMLImageElement>(null);
  const [isNear, setNear] = useState(!isLazy);
  useEffect(() => {
    if (isNear || place.current === null) return;
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  const { shown, problem } = useRunPicture(isNear ? url : undefined);
  if (problem !== undefined) return <span className={className}>{problem}</span>;
  return <img ref={place} className={className} src={shown} alt={alt} />;
}
