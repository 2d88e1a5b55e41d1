import { type ClipboardEvent, useCallback } from 'react';
import { usePlace } from '../../../../app/context.tsx';
import { isInProject } from '../../../../app/places.ts';
import { PlaceLink } from '../../../../parts/place-link.tsx';
import { lookOf, StateIcon, timeText } from '../../../../parts/run-states.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { TrashIcon } from '../../../../ui/icons.ts';
import { Cell } from './cell.tsx';
import { type Grid, isTable, pasteInto, readTable } from './pasted-table.ts';
import classes from './test-details.module.css';
import type { RowResult, RowResults } from './use-test-data.ts';

interface DataGridProps {
  grid: Grid;
  /** Columns of parameters, which are renamed among the parameters. */
  fixed: readonly string[];
  results: RowResults;
  wrong: { row: number; column: string | undefined; message: string } | undefined;
  onChange(grid: Grid): void;
}

/** Longer tables belong in a file. */
const MOST_SHOWN = 200;

export function DataGrid({ grid, fixed, results, wrong, onChange }: DataGridProps) {
  const { columns, rows } = grid;
  const paste = useCallback(
    (event: ClipboardEvent, row: number, column: number) => {
      const text = event.clipboardData.getData('text/plain');
      if (!isTable(text)) return;
      event.preventDefault();
      onChange(pasteInto(grid, readTable(text), { row, column }));
    },
    [grid, onChange],
  );
  if (rows.length === 0) return <EmptyGrid onPaste={event => paste(event, 0, 0)} />;
  const rename = (at: number, name: string) =>
    onChange({ columns: columns.map((old, index) => (index === at ? name : old)), rows });
  return (
    <div className={classes.scroller}>
      <table className={classes.grid} aria-label="Data">
        <thead>
          <tr>
            <th className={classes.number} aria-label="Row" />
            {columns.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column that is being named has no other name
              <th key={index} scope="col" dir="auto">
                {fixed.includes(name) ? (
                  name
                ) : (
                  <Cell label={`Name of column ${index + 1}`} value={name} onChange={text => rename(index, text)} />
                )}
              </th>
            ))}
            <th scope="col">Last run</th>
            <th className={classes.tools} aria-label="Remove" />
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_SHOWN).map((_, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and keep their place
              key={index}
              index={index}
              grid={grid}
              result={results.get(index)}
              wrong={wrong?.row === index ? wrong : undefined}
              onChange={onChange}
              onPaste={paste}
            />
          ))}
        </tbody>
      </table>
      {rows.length > MOST_SHOWN && (
        <p className="flush note">and {rows.length - MOST_SHOWN} more rows, which are kept as they are</p>
      )}
    </div>
  );
}

const EmptyGrid = ({ onPaste }: { onPaste(event: ClipboardEvent): void }) => (
  <>
    <p className="flush note">
      The test runs once for each row, with the values of its columns as parameters. Add a row, or paste a table from a
      spreadsheet here:
    </p>
    <textarea
      className={`full-width bare boxed ${classes.cell}`}
      aria-label="Paste a table"
      placeholder="Ctrl+V"
      rows={2}
      value=""
      readOnly
      onPaste={onPaste}
    />
  </>
);

interface RowProps {
  index: number;
  grid: Grid;
  result: RowResult | undefined;
  wrong: DataGridProps['wrong'];
  onChange(grid: Grid): void;
  onPaste(event: ClipboardEvent, row: number, column: number): void;
}

function Row({ index, grid: { columns, rows }, result, wrong, onChange, onPaste }: RowProps) {
  const cells = rows[index] ?? [];
  const set = (column: number, text: string) =>
    onChange({ columns, rows: rows.map((row, at) => (at === index ? row.with(column, text) : row)) });
  return (
    <tr>
      <th scope="row" className={classes.number}>
        {index + 1}
      </th>
      {columns.map((name, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column that is being named has no other name
        <td key={column}>
          <Cell
            label={`${name}, row ${index + 1}`}
            value={cells[column] ?? ''}
            problem={wrong !== undefined && (wrong.column ?? columns[0]) === name ? wrong.message : undefined}
            onChange={text => set(column, text)}
            onPaste={event => onPaste(event, index, column)}
          />
        </td>
      ))}
      <td>{result !== undefined && <Result result={result} row={index + 1} />}</td>
      <td className={classes.tools}>
        <IconButton
          size="sm"
          label={`Remove row ${index + 1}`}
          icon={<TrashIcon size={14} />}
          onClick={() => onChange({ columns, rows: rows.filter((_, at) => at !== index) })}
        />
      </td>
    </tr>
  );
}

/** Leads to where the run shows it. */
function Result({ result: { state, ms, runId, step }, row }: { result: RowResult; row: number }) {
  const place = usePlace();
  if (!isInProject(place)) return null;
  const { projectId, versionId } = place;
  const { word, color } = lookOf(state);
  return (
    <PlaceLink
      place={{ tab: 'runs', projectId, versionId, runId, step }}
      className={`row gap-sm plain-link ${classes.result}`}
      title={`Show the result of row ${row} in ${runId}`}
    >
      <StateIcon state={state} />
      <span style={{ color }} aria-hidden>
        {word}
      </span>
      {timeText({ state, ms })}
    </PlaceLink>
  );
}
