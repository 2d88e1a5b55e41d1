import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PictureArea } from '../../../../model/actions/picture-rule.ts';
import classes from './pictures.module.css';

interface MaskedPictureProps {
  masks: readonly PictureArea[];
  /** Of the picture, in its own pixels; nothing is drawn before it is known. */
  size: { width: number; height: number } | undefined;
  /** Left out: masks are shown only. */
  onDraw?: ((area: PictureArea) => void) | undefined;
  children: ReactNode;
}

interface PicturePoint {
  x: number;
  y: number;
}

/** Masks are drawn on it by dragging, in pixels of the picture whatever the size that it is shown in. */
export function MaskedPicture({ masks, size, onDraw, children }: MaskedPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<PicturePoint>();
  const [to, setTo] = useState<PicturePoint>();
  const pointOf = ({ clientX, clientY }: PointerEvent): PicturePoint | undefined => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || size === undefined) return undefined;
    return {
      x: within((clientX - box.left) / box.width, size.width),
      y: within((clientY - box.top) / box.height, size.height),
    };
  };
  const begin = (event: PointerEvent) => {
    if (onDraw === undefined || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    setFrom(pointOf(event));
    setTo(undefined);
  };
  const end = (event: PointerEvent) => {
    const last = pointOf(event);
    const area = from && last && areaBetween(from, last);
    if (area !== undefined && area.width > 1 && area.height > 1) onDraw?.(area);
    setFrom(undefined);
  };
  const drawn = from && to ? [areaBetween(from, to)] : [];
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-drawing={onDraw !== undefined || undefined}
      onPointerDown={begin}
      onPointerMove={event => from && setTo(pointOf(event))}
      onPointerUp={end}
      onPointerCancel={() => setFrom(undefined)}
    >
      {children}
      {size !== undefined &&
        [...masks, ...drawn].map(area => (
          <span key={JSON.stringify(area)} className={classes.mask} style={placeOf(area, size)} aria-hidden />
        ))}
    </div>
  );
}

const within = (share: number, most: number): number => Math.round(Math.min(1, Math.max(0, share)) * most);

const areaBetween = (one: PicturePoint, other: PicturePoint): PictureArea => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

const placeOf = ({ x, y, width, height }: PictureArea, size: { width: number; height: number }) => ({
  left: percent(x, size.width),
  top: percent(y, size.height),
  width: percent(width, size.width),
  height: percent(height, size.height),
});

export function PixelPicture({ image, label }: { image: ImageData; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [image]);
  return <canvas ref={canvas} width={image.width} height={image.height} role="img" aria-label={label} />;
}
