import type { FeatureStep } from '../../app/tool-replies.ts';
import classes from '../linking/step.module.css';

/** The data table and the text below a step. */
export function StepArguments({ step: { table, docString } }: { step: FeatureStep }) {
  return (
    <>
      {table !== undefined && <DataTable rows={table} />}
      {docString !== undefined && (
        <pre className={classes.docString} dir="auto">
          {docString}
        </pre>
      )}
    </>
  );
}

const MOST_ROWS = 50;

function DataTable({ rows }: { rows: readonly (readonly string[])[] }) {
  const left = rows.length - MOST_ROWS;
  return (
    <table className={classes.table} aria-label="Data table of the step">
      <tbody>
        {rows.slice(0, MOST_ROWS).map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told by their places
          <tr key={row}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are told by their places
              <td key={column} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
        {left > 0 && (
          <tr>
            <td className={classes.quiet}>and {left} more rows</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
