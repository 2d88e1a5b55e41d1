import { Button } from '@mantine/core';
import { z } from 'zod';
import type { Problem } from '../../../../app/queries.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { AddIcon, TrashIcon } from '../../../../ui/icons.ts';
import { Cell } from './cell.tsx';
import { PartForm } from './part-form.tsx';
import type { TestPartProps } from './part-props.ts';
import classes from './test-details.module.css';
import { usePart } from './use-part.ts';

const Parameter = z.object({ name: z.string(), default: z.string(), comment: z.string() });
type Parameter = z.infer<typeof Parameter>;

const EMPTY: Parameter = { name: '', default: '', comment: '' };
const COLUMNS = [
  { field: 'name', title: 'Name' },
  { field: 'default', title: 'Default' },
  { field: 'comment', title: 'Comment' },
] as const;

const isEmpty = ({ name, default: usual, comment }: Parameter): boolean => `${name}${usual}${comment}`.trim() === '';

/** Empty rows are left out; an empty text is no default. */
const parametersOf = (rows: readonly Parameter[]) =>
  rows
    .filter(row => !isEmpty(row))
    .map(row => ({
      name: row.name.trim(),
      ...(row.default !== '' && { default: row.default }),
      ...(row.comment.trim() !== '' && { comment: row.comment.trim() }),
    }));

/** A refusal names its cell as `parameters[1].name`. */
function cellOf(problem: Problem | undefined): { row: number; field: string } | undefined {
  const found = /^parameters\[(\d+)\](?:\.(\w+))?/.exec(problem?.field ?? '');
  return found === null ? undefined : { row: Number(found[1]), field: found[2] ?? 'name' };
}

export function ParametersPart({ test, onClose }: TestPartProps) {
  const stored = (test.parameters ?? []).map(one => ({ ...EMPTY, ...one }));
  const part = usePart({
    part: 'parameters',
    test,
    schema: z.object({ rows: z.array(Parameter) }),
    stored: { rows: stored.map(({ name, default: usual, comment }) => ({ name, default: usual, comment })) },
    fieldsOf: ({ rows }) => ({ parameters: rows.every(isEmpty) ? null : parametersOf(rows) }),
  });
  const { value, problem } = part;
  const { rows } = value;
  const change = (changed: Parameter[]) => part.change({ rows: changed });
  const wrong = cellOf(problem);
  const add = (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<AddIcon size={14} aria-hidden />}
      onClick={() => change([...rows, EMPTY])}
    >
      Add parameter
    </Button>
  );
  return (
    <PartForm label="Parameters" part={part} isProblemInField={wrong !== undefined} aside={add} onClose={onClose}>
      {rows.length === 0 && (
        <p className="flush note">
          Values that the test is given when it runs: its actions read them as {'{{name}}'}, data rows and tests that
          plug it in set them.
        </p>
      )}
      {rows.length > 0 && (
        <Rows rows={rows} wrong={wrong && { ...wrong, message: problem?.message ?? '' }} onChange={change} />
      )}
    </PartForm>
  );
}

interface ParameterRowsProps {
  rows: readonly Parameter[];
  wrong: { row: number; field: string; message: string } | undefined;
  onChange(rows: Parameter[]): void;
}

function Rows({ rows, wrong, onChange }: ParameterRowsProps) {
  const set = (index: number, field: keyof Parameter, text: string) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [field]: text } : row)));
  return (
    <div className={classes.scroller}>
      <table className={classes.grid} aria-label="Parameters">
        <thead>
          <tr>
            {COLUMNS.map(({ field, title }) => (
              <th key={field} scope="col">
                {title}
              </th>
            ))}
            <th className={classes.tools} aria-label="Remove" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and keep their place
            <tr key={index}>
              {COLUMNS.map(({ field, title }) => (
                <td key={field}>
                  <Cell
                    label={`${title} of parameter ${index + 1}`}
                    value={row[field]}
                    problem={wrong?.row === index && wrong.field === field ? wrong.message : undefined}
                    takesFocus={field === 'name' && isEmpty(row) && index === rows.length - 1}
                    onChange={text => set(index, field, text)}
                  />
                </td>
              ))}
              <td className={classes.tools}>
                <IconButton
                  size="sm"
                  label={`Remove ${row.name === '' ? `parameter ${index + 1}` : row.name}`}
                  icon={<TrashIcon size={14} />}
                  onClick={() => onChange(rows.filter((_, at) => at !== index))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
