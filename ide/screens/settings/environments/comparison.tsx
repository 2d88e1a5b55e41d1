import { NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import formClasses from '../parts/form.module.css';
import type { ListedEnvironment } from './environment-draft.ts';
import classes from './environments.module.css';

type ComparedItem = ListedEnvironment['items'][number];

export function Comparison({ environments }: { environments: readonly ListedEnvironment[] }) {
  const [codes, setCodes] = useState<readonly [string?, string?]>([]);
  const [isShort, setShort] = useState(false);
  const [first, second] = environments;
  const find = (code: string | undefined) => environments.find(one => one.environmentCode === code);
  const left = find(codes[0]) ?? first;
  const right = find(codes[1]) ?? second;
  if (left === undefined || right === undefined) return null;
  const choices = environments.map(({ environmentCode, name }) => ({ value: environmentCode, label: name }));
  const rows = rowsOf(left, right).filter(({ differs }) => !isShort || differs);
  return (
    <Card title="Compare">
      <div className={formClasses.form}>
        <div className="pair">
          <NativeSelect
            label="Left"
            data={choices}
            value={left.environmentCode}
            onChange={event => setCodes([event.currentTarget.value, right.environmentCode])}
          />
          <NativeSelect
            label="Right"
            data={choices}
            value={right.environmentCode}
            onChange={event => setCodes([left.environmentCode, event.currentTarget.value])}
          />
        </div>
        <Switch
          size="xs"
          label="Differences only"
          checked={isShort}
          onChange={event => setShort(event.currentTarget.checked)}
        />
        {rows.length === 0 ? (
          <p className="flush note">{isShort ? 'They do not differ.' : 'Both are empty.'}</p>
        ) : (
          <Table left={left.name} right={right.name} rows={rows} />
        )}
      </div>
    </Card>
  );
}

interface ComparedRow {
  name: string;
  left: ComparedItem | undefined;
  right: ComparedItem | undefined;
  differs: boolean;
}

function rowsOf(left: ListedEnvironment, right: ListedEnvironment): ComparedRow[] {
  const names = new Set([...left.items, ...right.items].map(({ name }) => name));
  return [...names].map(name => {
    const [one, other] = [left, right].map(({ items }) => items.find(item => item.name === name));
    const differs = one?.kind !== other?.kind || one?.value !== other?.value || one?.set !== other?.set;
    return { name, left: one, right: other, differs };
  });
}

const Table = ({ left, right, rows }: { left: string; right: string; rows: readonly ComparedRow[] }) => (
  <div className={formClasses.scroll}>
    <table className={classes.wide} aria-label={`${left} and ${right}`}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">{left}</th>
          <th scope="col">{right}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.name}>
            <td>{row.name}</td>
            <Cell item={row.left} differs={row.differs} />
            <Cell item={row.right} differs={row.differs} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Cell({ item, differs }: { item: ComparedItem | undefined; differs: boolean }) {
  const className = differs ? classes.differs : undefined;
  if (item === undefined)
    return (
      <td className={className}>
        <span className={classes.missing}>missing</span>
      </td>
    );
  if (item.kind === 'secret')
    return <td className={className}>{item.set === true ? 'secret, saved' : 'secret, not set'}</td>;
  return (
    <td className={className} dir="auto">
      {item.value}
    </td>
  );
}
