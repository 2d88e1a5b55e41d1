import { type ReactNode, useEffect, useState } from 'react';
import type { PictureArea } from '../../../../model/actions/picture-rule.ts';
import { MaskedPicture, PixelPicture } from './masked-picture.tsx';
import classes from './pictures.module.css';

export const VIEWS = [
  { value: 'side', label: 'Side by side' },
  { value: 'slider', label: 'Slider' },
  { value: 'blink', label: 'Blink' },
] as const;
export type PictureView = (typeof VIEWS)[number]['value'];

interface ShownPictures {
  /** Object URLs. */
  kept: string | undefined;
  now: string;
  difference: ImageData | undefined;
  masks: readonly PictureArea[];
  onDraw?: ((area: PictureArea) => void) | undefined;
}

export function PictureViews({ view, ...pictures }: ShownPictures & { view: PictureView }) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const shown = { ...pictures, size, onSize: setSize };
  if (view === 'slider' && pictures.kept !== undefined) return <Slider {...shown} />;
  if (view === 'blink' && pictures.kept !== undefined) return <Blink {...shown} />;
  return <SideBySide {...shown} />;
}

interface SizedPictures extends ShownPictures {
  size: { width: number; height: number } | undefined;
  onSize(size: { width: number; height: number }): void;
}

const ALT = { kept: 'The kept picture', now: 'The picture of the run' };

const NewImage = ({ now, onSize }: Pick<SizedPictures, 'now' | 'onSize'>) => (
  <img
    src={now}
    alt={ALT.now}
    draggable={false}
    onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
      onSize({ width: naturalWidth, height: naturalHeight })
    }
  />
);

function SideBySide({ kept, difference, ...pictures }: SizedPictures) {
  return (
    <div className={classes.side}>
      {kept !== undefined && (
        <Titled title="Kept">
          <MaskedPicture {...pictures}>
            <img src={kept} alt={ALT.kept} draggable={false} />
          </MaskedPicture>
        </Titled>
      )}
      <Titled title="New">
        <MaskedPicture {...pictures}>
          <NewImage {...pictures} />
        </MaskedPicture>
      </Titled>
      {difference !== undefined && (
        <Titled title="Difference">
          <MaskedPicture {...pictures}>
            <PixelPicture image={difference} label="What differs" />
          </MaskedPicture>
        </Titled>
      )}
    </div>
  );
}

const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <figure className="stack gap-xs flush">
    <figcaption className="note">{title}</figcaption>
    {children}
  </figure>
);

const HALF = 50;

function Slider({ kept, ...pictures }: SizedPictures) {
  const [share, setShare] = useState(HALF);
  return (
    <div className="stack gap-xs">
      <label className="row gap-md note">
        Kept
        <input
          type="range"
          className="grow"
          aria-label="How much of the kept picture is shown"
          min={0}
          max={100}
          value={share}
          onChange={event => setShare(Number(event.currentTarget.value))}
        />
        New
      </label>
      <MaskedPicture {...pictures}>
        <NewImage {...pictures} />
        <img
          className={classes.over}
          style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
          src={kept}
          alt={ALT.kept}
          draggable={false}
        />
        <span className={classes.edge} style={{ left: `${share}%` }} aria-hidden />
      </MaskedPicture>
    </div>
  );
}

const BLINK_MS = 700;

function Blink({ kept, ...pictures }: SizedPictures) {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setKept(was => !was), BLINK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Titled title={isKept ? 'Kept' : 'New'}>
      <MaskedPicture {...pictures}>
        <NewImage {...pictures} />
        <img className={classes.over} src={kept} alt={ALT.kept} draggable={false} hidden={!isKept} />
      </MaskedPicture>
    </Titled>
  );
}
