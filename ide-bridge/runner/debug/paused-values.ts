import { AppError } from '../../../model/errors/errors.ts';
import { VariableName } from '../../../model/names/codes.ts';
import { REDACTED, type Redactor, redactDeep } from '../../../model/values/redactor.ts';
import { isNameGroup } from '../../../model/values/referenced-names.ts';
import type { RunPosition } from '../run/item-request.ts';
import { scopesOf } from '../run/run-frame.ts';
import { runRedactor } from '../run/run-redactor.ts';
import type { Evaluator } from '../values/evaluator.ts';
import { Concealed, FailedValue, type Values } from '../values/scopes.ts';

/** Characters of a value shown, as JSON. */
const MOST_TEXT = 150;
const MOST_NAMES = 80;

type ValueLayers = Record<string, Record<string, unknown>>;

/** Nearest first; values of the environment are read-only. */
const layersAt = ({ frame, request: { values } }: RunPosition): ValueLayers => ({
  loop: frame.loop,
  parameters: frame.parameters,
  var: values.variables,
  testData: frame.testData,
  moduleData: frame.moduleData,
  projectData: frame.projectData,
});

/** Shortened values; secrets are masked, however they got there. */
export function shownScopes(place: RunPosition): Record<string, Record<string, unknown>> {
  const redact = redactorAt(place);
  const layers: Record<string, Values> = { ...layersAt(place), env: place.request.values.plan.environment.variables };
  const shown: Record<string, Record<string, unknown>> = {};
  let left = MOST_NAMES;
  for (const [layer, values] of Object.entries(layers)) {
    const entries = Object.entries(values).slice(0, left);
    left -= entries.length;
    if (entries.length > 0)
      shown[layer] = Object.fromEntries(entries.map(([name, value]) => [name, inShort(value, redact)]));
  }
  return shown;
}

function inShort(value: unknown, redact: Redactor): unknown {
  if (value instanceof Concealed) return REDACTED;
  if (value instanceof FailedValue) return 'It could not be computed.';
  const clean = redactDeep(value, redact);
  const text = JSON.stringify(clean) ?? 'null';
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : clean;
}

/** Reads no secret. Errors: those of the expression. */
export async function evaluateAt(
  place: RunPosition,
  expression: string,
  { evaluator, signal }: { evaluator: Evaluator; signal: AbortSignal },
): Promise<unknown> {
  const { request, frame } = place;
  const value = await evaluator.evaluateExpression(expression, scopesOf(request.values, frame), { signal });
  return redactDeep(value, redactorAt(place));
}

const redactorAt = ({ request }: RunPosition): Redactor => runRedactor(request);

/**
 * Changes the nearest name, else makes a variable. Returns the full name. Errors: `invalid-params` for what cannot be
 * changed, `not-found`.
 */
export function setValueAt(place: RunPosition, name: string, value: unknown): string {
  const layers = layersAt(place);
  const { layer, own } = placeOf(layers, name);
  const values = layers[layer];
  if (values === undefined) throw notChangeable(layer, own, layers);
  const isNew = !Object.hasOwn(values, own);
  if (isNew && layer !== 'var') {
    const names = Object.keys(values).join(', ') || 'none';
    throw new AppError('not-found', `There is no ${layer}.${own} where the run is paused; available: ${names}.`, {
      field: 'name',
    });
  }
  if (isNew && !VariableName.safeParse(own).success)
    throw new AppError('invalid-params', `${JSON.stringify(own)} is not a variable name.`, {
      field: 'name',
      expected: 'letters, digits and "_"',
    });
  if (values[own] instanceof Concealed)
    throw new AppError('invalid-params', `${name} was made from a secret, which cannot be changed here.`, {
      field: 'name',
    });
  values[own] = value;
  return `${layer}.${own}`;
}

/** A bare name means the nearest layer that has it. */
function placeOf(layers: ValueLayers, name: string): { layer: string; own: string } {
  const holder = Object.keys(layers).find(layer => Object.hasOwn(layers[layer] ?? {}, name));
  if (holder !== undefined) return { layer: holder, own: name };
  const dot = name.indexOf('.');
  return dot < 0 ? { layer: 'var', own: name } : { layer: name.slice(0, dot), own: name.slice(dot + 1) };
}

function notChangeable(group: string, own: string, layers: ValueLayers): AppError {
  const what = isNameGroup(group) ? `The values of ${group} cannot be changed` : `There are no values of ${group}`;
  return new AppError('invalid-params', `${what}; those of ${Object.keys(layers).join(', ')} can.`, {
    field: 'name',
    expected: `var.${own}`,
  });
}
