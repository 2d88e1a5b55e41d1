import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { FeatureEntry, FeatureScenario } from '../../app/tool-replies.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import tables from '../linking/step.module.css';
import { StateIcon } from '../shared/run-states.tsx';
import classes from './features.module.css';
import { RunButton } from './run-button.tsx';

interface ExamplesProps {
  feature: FeatureEntry;
  scenario: FeatureScenario;
}

/** The rows that an outline runs with, each with a button that runs it alone. */
export function Examples({ feature, scenario: { scenario, columns = [], examples } }: ExamplesProps) {
  const { problem, read } = useCells(feature.featureCode, examples === undefined);
  const states = useIdeState(({ results }) => results.rows[scenario]);
  if (problem !== undefined) return <Failure title="The examples cannot be shown" message={problem} onRetry={read} />;
  if (examples === undefined) return <SkeletonRows count={4} label="The examples are being read" />;
  return (
    <div className={classes.examples}>
      <table className={tables.table} aria-label="Examples">
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.quiet}>Row</span>
            </th>
            {columns.map(column => (
              <th key={column} scope="col" dir="auto">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {examples.map(({ values, tags }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are told by their places
            <tr key={row} title={tags.length === 0 ? undefined : tags.join(' ')}>
              <th scope="row">
                <span className={tables.rowButton}>
                  {row + 1}
                  <RunButton name={`row ${row + 1}`} what={{ scenarios: [`${scenario}.r${row}`] }} />
                  <RowState state={states?.[row]} />
                </span>
              </th>
              {columns.map(column => (
                <td key={column} dir="auto">
                  {values[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How the row ended in the last run. */
const RowState = ({ state }: { state: string | undefined }) => (
  <span className={tables.state}>{state !== undefined && <StateIcon state={state} />}</span>
);

/** Lists leave the cells out: they come with the feature asked for by itself. */
function useCells(featureCode: string, isWanted: boolean) {
  const { features } = useIde();
  const [problem, setProblem] = useState<string>();
  const read = async () => {
    try {
      await features.read(featureCode);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const isConnected = useIdeState(state => state.connection.phase === 'open');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once for each feature that lacks them
  useEffect(() => {
    if (isWanted && isConnected) void read();
  }, [featureCode, isWanted, isConnected]);
  return { problem, read };
}
