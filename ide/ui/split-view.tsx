import { Splitter, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { isFocusFree } from './free-focus.ts';
import classes from './split-view.module.css';

interface Pane {
  key: string;
  title: string;
  /** In percent of the width. */
  share: number;
  min: number;
  /** Its share after a double click on a border; another one restores it. */
  wide?: number;
  content: ReactNode;
}

interface SplitViewProps {
  panes: Pane[];
  /** In percent. */
  sizes: readonly number[] | undefined;
  onSizes(sizes: number[]): void;
  orientation?: 'horizontal' | 'vertical';
  front?: Front | undefined;
}

/** Where there is room for one pane only, this one comes to the front whenever `of` changes. */
interface Front {
  pane: string;
  of: string;
}

/** Panes with draggable borders; one at a time, as tabs, where there is no room. */
export function SplitView({ panes, sizes, onSizes, orientation = 'horizontal', front }: SplitViewProps) {
  const isNarrow = useMediaQuery('(max-width: 859px)', false, { getInitialValueInEffect: false });
  if (isNarrow && orientation === 'horizontal') return <TabbedPanes panes={panes} front={front} />;
  const [only] = panes;
  if (panes.length === 1 && only !== undefined) return <div className={classes.pane}>{only.content}</div>;
  return <Bordered key={panes.map(({ key }) => key).join(' ')} {...{ panes, sizes, onSizes, orientation }} />;
}

type Sizes = NonNullable<ComponentProps<typeof Splitter>['sizes']>;

function Bordered({ panes, sizes, onSizes, orientation }: Omit<SplitViewProps, 'front'>) {
  const shares = panes.map(({ share }) => share);
  const [shown, setShown] = useState<Sizes>(sizes?.length === panes.length ? [...sizes] : shares);
  const widen = () => {
    const next = isWide(panes, shown) ? shares : wideShares(panes);
    setShown(next);
    onSizes(next);
  };
  return (
    <Splitter
      className="fill full-width"
      orientation={orientation}
      lineSize={1}
      withHandle={false}
      handleColor="var(--st-line)"
      step={2}
      attributes={{ handle: { 'aria-label': 'Border between the panes' } }}
      resetOnDoubleClick={false}
      sizes={shown}
      onSizeChange={setShown}
      onDoubleClick={({ target }) => {
        if (target instanceof Element && target.closest('[role=separator]')) widen();
      }}
      onResizeEnd={(_, next) => onSizes(next.map(size => Number.parseFloat(String(size))))}
    >
      {panes.map(({ key, share, min, content }) => (
        <Splitter.Pane key={key} className={classes.pane} defaultSize={share} min={min}>
          {content}
        </Splitter.Pane>
      ))}
    </Splitter>
  );
}

const isWide = (panes: readonly Pane[], sizes: Sizes): boolean =>
  panes.some(({ wide }, index) => wide === sizes[index]);

function wideShares(panes: readonly Pane[]): number[] {
  const sum = (of: readonly Pane[], part: (pane: Pane) => number) => of.reduce((all, pane) => all + part(pane), 0);
  const others = panes.filter(({ wide }) => wide === undefined);
  const left = 100 - sum(panes, ({ wide = 0 }) => wide);
  return panes.map(({ wide, share }) => wide ?? (share * left) / sum(others, ({ share: each }) => each));
}

function TabbedPanes({ panes, front }: Pick<SplitViewProps, 'panes' | 'front'>) {
  const [chosen, setChosen] = useState(front?.pane);
  const list = useRef<HTMLDivElement>(null);
  const known = useRef(front?.of);
  const isMoved = useRef(false);
  const { pane, of } = front ?? {};
  useEffect(() => {
    if (known.current === of) return;
    known.current = of;
    isMoved.current = true;
    setChosen(pane);
  }, [pane, of]);
  // A pane that goes takes the focus along.
  useEffect(() => {
    if (isMoved.current && chosen !== undefined && isFocusFree())
      list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }, [chosen]);
  const shown = panes.some(({ key }) => key === chosen) ? chosen : panes[0]?.key;
  return (
    <Tabs
      className="column fill"
      value={shown ?? null}
      onChange={key => setChosen(key ?? undefined)}
      keepMounted={false}
    >
      <Tabs.List grow ref={list}>
        {panes.map(({ key, title }) => (
          <Tabs.Tab key={key} value={key}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {panes.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key} className={classes.pane}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
