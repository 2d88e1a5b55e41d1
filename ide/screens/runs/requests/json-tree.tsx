import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { TreeFilter } from '../../../parts/tree-filter.tsx';
import { JsonBranch } from './json-branch.tsx';
import classes from './json-tree.module.css';
import { findInJson, type JsonNode } from './read-json.ts';

interface JsonTreeProps {
  /** For screen readers, e.g. `Body of the request`. */
  name: string;
  /** As it was sent. */
  text: string;
  root: JsonNode;
  /** What is sought in it at first, if it is there. */
  sought: string;
}

/** Levels that are open at first. */
const FIRST_LEVELS = 2;
/** So few values are seen at a glance. */
const FEW = 8;

/** JSON whose parts fold, and a search that opens what it finds; Enter goes to the next match. */
export function JsonTree({ name, text, root, sought: first }: JsonTreeProps) {
  const [sought, setSought] = useState(() => (first !== '' && findInJson(root, first).length > 0 ? first : ''));
  const [turn, setTurn] = useState(0);
  const [folding, setFolding] = useState({ levels: FIRST_LEVELS, count: 0 });
  const isLarge = useMemo(() => findInJson(root, '').length > FEW, [root]);
  const found = useMemo(() => (sought.trim() === '' ? [] : findInJson(root, sought.trim())), [root, sought]);
  const at = found.length === 0 ? 0 : turn % found.length;
  const current = found[at];
  const tree = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current !== undefined) tree.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const seek = (wanted: string) => {
    setSought(wanted);
    setTurn(0);
  };
  const fold = (levels: number) => setFolding({ levels, count: folding.count + 1 });
  return (
    <section aria-label={name}>
      <div className={`row wrap gap-sm ${classes.tools}`}>
        {isLarge && <Find {...{ name, sought, at, found }} onSought={seek} onNext={() => setTurn(at + 1)} />}
        {isLarge && <FoldButtons fold={fold} />}
        <CopyButton text={text} what={name.toLowerCase()} />
      </div>
      <div ref={tree} className={`scroll ${classes.tree}`} dir="ltr">
        <JsonBranch key={folding.count} node={root} depth={0} view={{ levels: folding.levels, sought, current }} />
      </div>
    </section>
  );
}

const FoldButtons = ({ fold }: { fold(levels: number): void }) => (
  <>
    <Button size="compact-xs" variant="default" onClick={() => fold(Number.POSITIVE_INFINITY)}>
      Unfold all
    </Button>
    <Button size="compact-xs" variant="default" onClick={() => fold(1)}>
      Fold all
    </Button>
  </>
);

interface FindProps extends Pick<JsonTreeProps, 'name' | 'sought'> {
  found: readonly string[];
  /** The match that is looked at. */
  at: number;
  onSought(sought: string): void;
  onNext(): void;
}

const Find = ({ name, sought, found, at, onSought, onNext }: FindProps) => (
  <form
    className={`row grow gap-sm ${classes.find}`}
    onSubmit={event => {
      event.preventDefault();
      onNext();
    }}
  >
    <TreeFilter label={`Find in: ${name}`} placeholder="Find in the body" text={sought} onText={onSought} />
    <span className="note one-line" role="status">
      {sought.trim() !== '' && (found.length === 0 ? 'No match' : `${at + 1} of ${found.length}`)}
    </span>
    {found.length > 1 && (
      <Button type="submit" size="compact-xs" variant="default">
        Next match
      </Button>
    )}
  </form>
);
