import type { LinkParameters } from '../project/link.ts';
import type { ExampleRow, Step } from './feature.ts';

type Cells = ExampleRow['values'];

/** A `<name>` that is no column stays as written. */
export function fillPlaceholders(text: string, cells: Cells): string {
  let filled = text;
  for (const [column, cell] of Object.entries(cells)) filled = filled.replaceAll(`<${column}>`, () => cell);
  return filled;
}

/** Steps of backgrounds know nothing of examples. */
export function filledStep({ table, docString, ...step }: Step, cells: Cells): Step {
  if (step.background) return { ...step, ...(table && { table }), ...(docString !== undefined && { docString }) };
  return {
    ...step,
    text: fillPlaceholders(step.text, cells),
    ...(table && { table: table.map(row => row.map(cell => fillPlaceholders(cell, cells))) }),
    ...(docString !== undefined && { docString: fillPlaceholders(docString, cells) }),
  };
}

/**
 * Values for the parameters of a step's test: from the link, else the column of the same name, else its table and text
 * under these names. Parameters without a value are left out.
 */
export function stepValues(
  names: readonly string[],
  { table, docString }: Pick<Step, 'table' | 'docString'>,
  { cells, parameters = {} }: { cells: Cells; parameters?: LinkParameters | undefined },
): Record<string, unknown> {
  const own: Record<string, unknown> = {
    ...(table === undefined ? {} : { table }),
    ...(docString === undefined ? {} : { text: docString }),
    ...cells,
  };
  const values = names.flatMap((name): [string, unknown][] => {
    const said = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (said !== undefined) return [[name, Object.hasOwn(cells, said) ? cells[said] : fillPlaceholders(said, cells)]];
    return Object.hasOwn(own, name) ? [[name, own[name]]] : [];
  });
  return Object.fromEntries(values);
}
