import { Popover } from '@mantine/core';
import { ElementOutline } from './element-outline.tsx';
import classes from './live-view.module.css';
import type { LiveViewState } from './use-live-view.ts';
import type { Pointing } from './use-pointing.ts';

interface PointLayerProps {
  pointing: Pointing;
  size: NonNullable<LiveViewState['size']>;
}

const percent = (part: number, whole: number): string => `${(100 * Math.min(Math.max(part, 0), whole)) / whole}%`;

export function PointLayer({ pointing: { Bubble, found, close }, size }: PointLayerProps) {
  if (found === undefined || Bubble === undefined) return null;
  const { element, at } = found;
  return (
    <>
      {element.box !== undefined && <ElementOutline box={element.box} size={size} />}
      <Popover
        opened
        onChange={isOpen => !isOpen && close()}
        position="bottom-start"
        width={336}
        offset={10}
        shadow="lg"
        trapFocus
        withRoles={false}
        middlewares={{ flip: true, shift: { padding: 8, crossAxis: true } }}
      >
        <Popover.Target>
          <span
            className={classes.anchor}
            style={{ left: percent(at.x, size.width), top: percent(at.y, size.height) }}
          />
        </Popover.Target>
        <Popover.Dropdown p={0} className={classes.bubble} role="dialog" aria-label="What to do with the element">
          <Bubble key={`${element.locator} ${at.x} ${at.y}`} element={element} onClose={close} />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
