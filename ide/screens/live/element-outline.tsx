import classes from './live-view.module.css';
import type { LiveViewState } from './use-live-view.ts';

interface ElementOutlineProps {
  /** In pixels of the viewport. */
  box: { x: number; y: number; width: number; height: number };
  size: NonNullable<LiveViewState['size']>;
}

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

export const ElementOutline = ({ box, size }: ElementOutlineProps) => (
  <div
    className={classes.outline}
    data-testid="pick-outline"
    style={{
      left: percent(box.x, size.width),
      top: percent(box.y, size.height),
      width: percent(box.width, size.width),
      height: percent(box.height, size.height),
    }}
  />
);
