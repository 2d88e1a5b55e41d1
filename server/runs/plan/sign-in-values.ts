import { AppError } from '../../../model/errors/errors.ts';
import type { EnvironmentValues } from '../../../model/protocol/bridge.ts';

const REFERENCE = /\{\{\s*(env|secret)\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;
const ANY_EXPRESSION = /^\s*\{\{[^{}]*\}\}\s*$/;

/** Fills `{{env.X}}` and `{{secret.X}}` into the values of the sign-in settings, and keeps in mind what is missing. */
export class SignInValues {
  readonly #environment: EnvironmentValues;
  readonly #missing = new Set<string>();

  constructor(environment: EnvironmentValues) {
    this.#environment = environment;
  }

  /** `what` names the value in messages. Errors: `invalid-project` for what can never be filled in. */
  fill(what: string, text: string): string {
    const filled = text.replace(REFERENCE, (_whole, group: string, name: string) => {
      const { variables, secrets } = this.#environment;
      const values = group === 'env' ? variables : secrets;
      if (!Object.hasOwn(values, name)) this.#missing.add(`${group}.${name}`);
      return values[name] ?? '';
    });
    if (filled === text && ANY_EXPRESSION.test(text))
      throw new AppError(
        'invalid-project',
        `The ${what} is ${text}, but only {{env.NAME}} and {{secret.NAME}} work there.`,
        {
          next: 'configureAuth',
        },
      );
    return filled;
  }

  /** Errors: `invalid-project`, naming what the environment lacks. */
  refuseMissing(): void {
    if (this.#missing.size === 0) return;
    const { name } = this.#environment;
    const missing = [...this.#missing];
    const [where, next] =
      name === undefined
        ? ['there is no environment', 'createEnvironment']
        : [`the environment "${name}" does not have them`, 'editEnvironment'];
    throw new AppError(
      'invalid-project',
      `The sign-in settings need ${missing.join(', ')}, but ${where}. Set them with ${next}.`,
      { field: 'environment', next, facts: { missing } },
    );
  }
}
