/** How much of a value that was refused a message shows; what may be secret is left out. */

const LONGEST = 80;
const HIDDEN = '••••';
/** Of header values too: many carry a key. */
const SECRET_NAME = /password|secret|^token$|^headers$/i;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isSecretItem = (value: unknown): boolean => isObject(value) && Reflect.get(value, 'kind') === 'secret';

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const isHidden = (name: string) => SECRET_NAME.test(name) || (name === 'value' && isSecretItem(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isHidden(name) ? HIDDEN : withoutSecrets(part)]),
  );
}

/** Whether what stands at a place of an input may be a secret. `holder` is the object around it. */
export const isSecretPlace = (path: readonly PropertyKey[], holder: unknown): boolean =>
  path.some(part => typeof part === 'string' && SECRET_NAME.test(part)) ||
  (path.at(-1) === 'value' && isSecretItem(holder));

/** The value in one short line of JSON. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(withoutSecrets(value)) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}…` : text;
}
