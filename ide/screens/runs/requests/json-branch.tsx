import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './json-tree.module.css';
import type { JsonNode } from './read-json.ts';

interface JsonView {
  /** Levels that are open at first. */
  levels: number;
  sought: string;
  /** The path of the match that is looked at. */
  current: string | undefined;
}

interface JsonBranchProps {
  node: JsonNode;
  depth: number;
  view: JsonView;
}

/** Children that are drawn at first, and added by each request for more. */
const PORTION = 100;

/** An object or a list; what is in it is drawn while it is open. */
export function JsonBranch({ node, depth, view }: JsonBranchProps) {
  const { path, children } = node;
  const { current } = view;
  const [isOpen, setOpen] = useState(depth < view.levels);
  const [most, setMost] = useState(PORTION);
  const [seen, setSeen] = useState<string>();
  const isOnWay = current?.startsWith(`${path}.`) === true;
  if (isOnWay && seen !== current) {
    setSeen(current);
    setOpen(true);
    setMost(Math.max(most, children.findIndex(child => isAt(child, current)) + 1));
  }
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary aria-current={current === path || undefined}>
        <Name node={node} sought={view.sought} />
        <span className="note">{sizeOf(node)}</span>
      </summary>
      {isOpen && (
        <ul className="plain-list">
          {children.slice(0, most).map(child => (
            <li key={child.path}>
              {child.children.length > 0 ? (
                <JsonBranch node={child} depth={depth + 1} view={view} />
              ) : (
                <Leaf node={child} view={view} />
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && children.length > most && (
        <Button size="compact-xs" variant="default" onClick={() => setMost(most + PORTION)}>
          Show more: {children.length - most} are left
        </Button>
      )}
    </details>
  );
}

const isAt = ({ path }: JsonNode, current = ''): boolean => current === path || current.startsWith(`${path}.`);

function sizeOf({ type, children: { length } }: JsonNode): string {
  const word = type === 'list' ? 'item' : 'field';
  return `${length} ${length === 1 ? word : `${word}s`}`;
}

const Leaf = ({ node, view: { sought, current } }: { node: JsonNode; view: JsonView }) => (
  <div className={classes.leaf} aria-current={current === node.path || undefined}>
    <Name node={node} sought={sought} />
    <span data-type={node.type}>
      <Marked text={LEAF_TEXTS[node.text] ?? node.text} sought={sought} />
    </span>
  </div>
);

/** Of those that have nothing in them. */
const LEAF_TEXTS: Readonly<Record<string, string>> = { '{': '{}', '[': '[]' };

const Name = ({ node: { name }, sought }: { node: JsonNode; sought: string }) =>
  name === undefined ? null : (
    <>
      <span className="accent">
        <Marked text={name} sought={sought} />
      </span>
      {': '}
    </>
  );

function Marked({ text, sought }: { text: string; sought: string }) {
  // Where a letter has another length in lower case, no place is certain.
  const lower = text.toLowerCase();
  const wanted = sought.trim().toLowerCase();
  const at = wanted === '' || lower.length !== text.length ? -1 : lower.indexOf(wanted);
  if (at < 0) return text;
  const end = at + wanted.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
