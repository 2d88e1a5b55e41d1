import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { z } from 'zod';
import { useAnswer } from '../../../../app/queries.ts';
import { Failure } from '../../../../ui/failure.tsx';
import { AddIcon } from '../../../../ui/icons.ts';
import { SkeletonRows } from '../../../../ui/skeleton-rows.tsx';
import { DataGrid } from './data-grid.tsx';
import { PartForm } from './part-form.tsx';
import type { TestPartProps } from './part-props.ts';
import { freeName, type Grid } from './pasted-table.ts';
import { gridOf, rowsFrom, rowsOf, type StoredData } from './test-data.ts';
import classes from './test-details.module.css';
import { usePart } from './use-part.ts';
import { NO_RESULTS, useRowResults, useTestData } from './use-test-data.ts';

const DataValue = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** Below files/, instead of rows. */
  file: z.string().optional(),
});
type DataValue = z.infer<typeof DataValue>;

export function DataPart(props: TestPartProps) {
  const { reply: data, again } = useTestData(props.test);
  if (data.phase === 'loading') return <SkeletonRows count={3} label="Loading the data rows" />;
  if (data.phase === 'failed')
    return <Failure title="The data rows cannot be shown" message={data.message} onRetry={again} />;
  return <DataForm {...props} data={data.value} />;
}

const FIELD = /^data\.rows\[(\d+)\](?:\.(.+))?$/;

/** New columns are saved as parameters. */
function useDataPart({ test }: TestPartProps, data: StoredData | undefined) {
  const { parameters = [] } = test;
  const names = parameters.map(({ name }) => name);
  const file = data !== undefined && 'file' in data ? { file: data.file } : {};
  const part = usePart({
    part: 'data',
    test,
    schema: DataValue,
    stored: { ...copyOf(gridOf(names, rowsOf(data))), ...file },
    fieldsOf: ({ file: chosen, ...grid }) => {
      if (chosen !== undefined) return { data: chosen === '' ? null : { file: chosen } };
      const added = grid.columns.map(name => name.trim()).filter(name => name !== '' && !names.includes(name));
      return {
        data: grid.rows.length === 0 ? null : { rows: rowsFrom(grid, rowsOf(data)) },
        ...(added.length > 0 && { parameters: [...parameters, ...added.map(name => ({ name }))] }),
      };
    },
  });
  return { part, names };
}

const SOURCES = [
  { value: 'rows', label: 'Rows written here' },
  { value: 'file', label: 'A file of the project' },
];

function DataForm({ data, ...props }: TestPartProps & { data: StoredData | undefined }) {
  const { part, names } = useDataPart(props, data);
  const results = useRowResults(props.test);
  const { value, change, problem, isChanged } = part;
  const [, row, column] = FIELD.exec(problem?.field ?? '') ?? [];
  const wrong = row === undefined ? undefined : { row: Number(row), column, message: problem?.message ?? '' };
  const setGrid = (grid: Grid) => change(copyOf(grid));
  const isFile = value.file !== undefined;
  return (
    <PartForm
      label="Data"
      part={part}
      isProblemInField={wrong !== undefined || (isFile && problem !== undefined)}
      aside={!isFile && <AddButtons grid={value} onChange={setGrid} />}
      onClose={props.onClose}
    >
      <SegmentedControl
        size="xs"
        aria-label="Where the rows come from"
        data={SOURCES}
        value={isFile ? 'file' : 'rows'}
        onChange={choice => change({ ...copyOf(value), ...(choice === 'file' && { file: '' }) })}
      />
      {value.file === undefined ? (
        <DataGrid
          grid={value}
          fixed={names}
          results={isChanged ? NO_RESULTS : results}
          wrong={wrong}
          onChange={setGrid}
        />
      ) : (
        <FileChoice
          file={value.file}
          problem={problem?.message}
          onChange={file => change({ ...copyOf(value), file })}
        />
      )}
    </PartForm>
  );
}

const copyOf = ({ columns, rows }: Grid): DataValue => ({ columns: [...columns], rows: rows.map(row => [...row]) });

interface GridProps {
  grid: Grid;
  onChange(grid: Grid): void;
}

function AddButtons({ grid: { columns, rows }, onChange }: GridProps) {
  const addColumn = () => onChange({ columns: [...columns, freeName(columns)], rows: rows.map(row => [...row, '']) });
  const addRow = () => {
    const known = columns.length === 0 ? [freeName(columns)] : columns;
    onChange({ columns: known, rows: [...rows, known.map(() => '')] });
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" leftSection={<AddIcon size={14} aria-hidden />} onClick={addRow}>
        Add row
      </Button>
      <Button size="compact-sm" variant="subtle" leftSection={<AddIcon size={14} aria-hidden />} onClick={addColumn}>
        Add column
      </Button>
    </>
  );
}

interface FileChoiceProps {
  file: string;
  problem: string | undefined;
  onChange(file: string): void;
}

function FileChoice({ file, problem, onChange }: FileChoiceProps) {
  const { reply } = useAnswer('getFiles', { limit: 1_000 });
  const files = reply.phase === 'ready' ? reply.value.files : [];
  const paths = files.map(({ path }) => path).filter(path => /\.(csv|json)$/i.test(path));
  const known = paths.includes(file) || file === '' ? paths : [file, ...paths];
  return (
    <div className={`stack gap-lg ${classes.pair}`}>
      <NativeSelect
        size="xs"
        label="File"
        description="CSV with names in the first line, or a JSON list of objects"
        data={[
          { value: '', label: known.length === 0 ? 'No such file yet: upload one in Files' : 'Choose a file' },
          ...known,
        ]}
        value={file}
        error={problem}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
