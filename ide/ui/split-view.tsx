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
  /** Its share in the wide arrangement, 0 for none; the others divide what is left as usual. */
  wide?: number;
  isHidden?: boolean;
  content: ReactNode;
}

interface SplitViewProps {
  panes: Pane[];
  /** Of the panes that are shown, in percent; undefined: nobody has moved a border. */
  sizes: readonly number[] | undefined;
  onSizes(sizes: number[] | undefined): void;
  /** The wide arrangement is shown. */
  isWide?: boolean;
  /** A double click on a border; left out: that puts the borders back. */
  onWide?(): void;
  orientation?: 'horizontal' | 'vertical';
  front?: Front | undefined;
}

/** Where there is room for one pane only, this one comes to the front whenever `of` changes. */
interface Front {
  pane: string;
  of: string;
}

/** Panes with draggable borders; one at a time, as tabs, where there is no room. */
export function SplitView({ panes, front, ...bordered }: SplitViewProps) {
  const isNarrow = useMediaQuery('(max-width: 859px)', false, { getInitialValueInEffect: false });
  const { orientation = 'horizontal' } = bordered;
  if (isNarrow && orientation === 'horizontal')
    return <TabbedPanes panes={panes.filter(({ isHidden }) => isHidden !== true)} front={front} />;
  const [only] = panes;
  if (panes.length === 1 && only !== undefined) return <div className={classes.pane}>{only.content}</div>;
  return <Bordered key={panes.map(({ key }) => key).join(' ')} {...bordered} panes={panes} orientation={orientation} />;
}

type Sizes = NonNullable<ComponentProps<typeof Splitter>['sizes']>;

const numbersOf = (sizes: Sizes): number[] => sizes.map(size => Number.parseFloat(String(size)));

function Bordered({ panes, sizes, onSizes, isWide = false, onWide, orientation }: Omit<SplitViewProps, 'front'>) {
  const shares = sharesOf(panes, isWide);
  const keep = (next: Sizes) => onSizes(numbersOf(next).filter((_, index) => shares[index] !== 0));
  const [dragged, setDragged] = useState<Sizes>();
  // The splitter keeps the handler that it got first for as long as a border is dragged.
  const isDragging = useRef(false);
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
      sizes={dragged ?? placedAs(sizes, shares)}
      onResizeStart={() => {
        isDragging.current = true;
      }}
      onSizeChange={next => (isDragging.current ? setDragged(next) : keep(next))}
      onDoubleClick={({ target }) => {
        if (!(target instanceof Element && target.closest('[role=separator]'))) return;
        if (onWide === undefined) onSizes(undefined);
        else onWide();
      }}
      onResizeEnd={(_, next) => {
        isDragging.current = false;
        setDragged(undefined);
        keep(next);
      }}
    >
      {panes.map(({ key, share, min, content }, index) => (
        <Splitter.Pane
          key={key}
          className={classes.pane}
          defaultSize={share}
          min={min}
          data-hidden={shares[index] === 0 || undefined}
        >
          {content}
        </Splitter.Pane>
      ))}
    </Splitter>
  );
}

/** In percent; 0 for a pane that is not shown. */
function sharesOf(panes: readonly Pane[], isWide: boolean): number[] {
  const fixed = ({ isHidden, wide }: Pane) => {
    if (isHidden === true) return 0;
    return isWide ? wide : undefined;
  };
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  const left = 100 - sum(panes.map(pane => fixed(pane) ?? 0));
  const others = sum(panes.filter(pane => fixed(pane) === undefined).map(({ share }) => share));
  return panes.map(pane => fixed(pane) ?? (pane.share * left) / others);
}

function placedAs(sizes: readonly number[] | undefined, shares: readonly number[]): number[] {
  const kept = [...(sizes ?? [])];
  if (kept.length !== shares.filter(share => share !== 0).length) return [...shares];
  return shares.map(share => (share === 0 ? 0 : (kept.shift() ?? share)));
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
