import { ACTION_FIELDS, type Action, about } from '../../model/actions/index.ts';
import { computedTexts, conditionsOf } from '../../model/actions/read-action.ts';
import { byNearness } from '../../model/errors/nearest.ts';
import type { Test } from '../../model/project/test.ts';
import type { EnvironmentValues } from '../../model/protocol/bridge.ts';
import { conditionSource, fullName, type NameReference, referencedNames } from '../../model/values/referenced-names.ts';
import { parseTemplate } from '../../model/values/template.ts';

/** The names that values can use before a run, and those that only a run gives a value. */

interface NamesAround {
  test: Test | undefined;
  /** A data row of the test; undefined when the rows are not known. */
  row: object | undefined;
  moduleData: object;
  projectData: object;
  environment: EnvironmentValues;
}

const RUN_NAMES = ['id', 'test', 'row', 'environment'];
const MOST_LISTED = 8;

/** Processes actions in order: later ones can use what one stores or loops over. */
export class KnownNames {
  readonly #around: NamesAround;
  readonly #known: ReadonlySet<string>;
  /** Names that have a value only while the test runs. */
  readonly #later: Set<string>;
  /** Whether a loop adds names that only its list has. */
  #hasUnknown: boolean;

  constructor(around: NamesAround) {
    const { test, row = {}, moduleData, projectData, environment } = around;
    this.#around = around;
    const data = [row, moduleData, projectData, environment.variables].flatMap(Object.keys);
    const parameters = (test?.parameters ?? []).map(({ name }) => name);
    this.#known = new Set([...data, ...parameters, ...RUN_NAMES]);
    this.#later = new Set((test?.actions ?? []).flatMap(storedNames));
    this.#hasUnknown = (test?.actions ?? []).some(hasUnknownNames);
  }

  /** Must be called after `fault`. */
  pass(action: Action): void {
    for (const name of storedNames(action)) this.#later.add(name);
    this.#hasUnknown ||= hasUnknownNames(action);
  }

  /** The first unknown name. Bare names are checked only where their test is known. */
  fault(action: Action): { field: string; message: string } | undefined {
    const texts = [
      ...computedTexts(action).map(({ field, text }) => ({ field, names: namesIn(text) })),
      ...conditionsOf(action).map(({ field, text }) => ({ field, names: namesAround(field, text) })),
    ];
    for (const { field, names } of texts)
      for (const reference of names) {
        const message = reference.required ? this.#missing(reference) : undefined;
        if (message !== undefined) return { field, message };
      }
    return undefined;
  }

  laterName(text: string): string | undefined {
    const isLater = ({ group, name }: NameReference): boolean =>
      group === 'var' || group === 'run' || (group === undefined && this.#isLater(name));
    const found = namesIn(text).find(isLater);
    return found && fullName(found);
  }

  #isLater(name: string): boolean {
    return this.#later.has(name) || !this.#known.has(name);
  }

  #missing({ group, name }: NameReference): string | undefined {
    const { environment, test, row } = this.#around;
    const where = environment.name === undefined ? 'there is no environment' : `“${environment.name}” has`;
    if (group === 'env') return missingIn(`env.${name}`, where, Object.keys(environment.variables), name);
    if (group === 'secret') return missingIn(`secret.${name}`, where, Object.keys(environment.secrets), name);
    if (group === 'app') return missingIn(`app.${name}`, where, Object.keys(environment.apps), name);
    if (group === 'var') {
      if (this.#later.has(name)) return undefined;
      return missingIn(`var.${name}`, 'actions before it store', [...this.#later], name);
    }
    const isUnknowable = this.#hasUnknown || group === 'run' || test === undefined || row === undefined;
    if (isUnknowable || this.#known.has(name) || this.#later.has(name)) return undefined;
    return missingIn(name, 'there are', [...this.#known, ...this.#later], name);
  }
}

function missingIn(full: string, where: string, names: readonly string[], name: string): string | undefined {
  if (names.includes(name)) return undefined;
  const near = byNearness(name, names).slice(0, MOST_LISTED);
  const there =
    where === 'there is no environment' ? where : `${where} ${near.length === 0 ? 'none' : near.join(', ')}`;
  return `No value is called ${full}; ${there}.`;
}

const hasUnknownNames = (action: Action): boolean => about(action).gives.hasOthers;

function storedNames(action: Action): string[] {
  const into = 'into' in action && typeof action.into === 'string' ? [action.into] : [];
  return [...into, ...about(action).gives.names];
}

const namesIn = (text: string): readonly NameReference[] =>
  text.includes('{{') ? referencedNames(parseTemplate(text)).references : [];

const namesAround = (field: string, text: string): readonly NameReference[] => {
  const names = namesInExpression(text);
  return ACTION_FIELDS.get(field)?.hasOwnNames ? names.filter(({ group }) => group !== undefined) : names;
};

const namesInExpression = (text: string): readonly NameReference[] =>
  referencedNames({ parts: [{ kind: 'expression', source: conditionSource(text), position: 1 }] }).references;
