import { z } from 'zod';
import { type Html, html, ICONS } from './html.ts';

/** The fields of a posted form as text; none when it cannot be read. */
export const readForm = (body: unknown): Record<string, string> =>
  z.record(z.string(), z.string()).catch({}).parse(body);

/** Text that must be given; each message is shown at its field. */
export const filledIn = (message: string, mostCharacters = 120) =>
  z.string(message).trim().min(1, message).max(mostCharacters, `Keep this below ${mostCharacters} characters.`);

export const EmailField = z
  .string('Enter an email address.')
  .trim()
  .max(120, 'Keep this below 120 characters.')
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter an email address such as ann@example.org.');

/** The first message of each field at fault, in the order of the form. */
export function firstMessages(error: z.ZodError): Record<string, string> {
  const messages = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const field = path.join('.');
    if (!messages.has(field)) messages.set(field, message);
  }
  return Object.fromEntries(messages);
}

/** What a form shows again after it was refused. */
export interface FormState {
  values: Record<string, string | undefined>;
  /** One sentence per field at fault. */
  errors: Record<string, string>;
}

export const EMPTY_FORM: FormState = { values: {}, errors: {} };

interface Field {
  name: string;
  label: string;
  hint?: string;
}

export const fieldError = (name: string, error: string | undefined) =>
  error !== undefined && html`<p class="field-error" id="${name}-error">${ICONS.alert}${error}</p>`;

/** Attributes that tie a control to its hint and its error. */
export const describedBy = (name: string, error: string | undefined, hint?: string) => {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`${ids && html` aria-describedby="${ids}"`}${error && html` aria-invalid="true"`}`;
};

const wrap = ({ name, label, hint }: Field, error: string | undefined, control: Html) => html`<div class="field">
  <label for="${name}">${label}</label>
  ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  ${control}
  ${fieldError(name, error)}
</div>`;

interface TextField extends Field {
  type?: 'text' | 'email' | 'password';
  autocomplete?: string;
}

export function textField(form: FormState, field: TextField) {
  const { name, type = 'text', autocomplete = 'off' } = field;
  const error = form.errors[name];
  return wrap(
    field,
    error,
    html`<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"
      value="${type === 'password' ? '' : form.values[name]}"${describedBy(name, error, field.hint)} data-testid="${name}">`,
  );
}

export function textArea(form: FormState, field: Field) {
  const { name } = field;
  const error = form.errors[name];
  return wrap(
    field,
    error,
    html`<textarea id="${name}" name="${name}" rows="4"${describedBy(name, error, field.hint)} data-testid="${name}">${form.values[name]}</textarea>`,
  );
}

export function selectField(form: FormState, field: Field & { options: readonly string[]; empty: string }) {
  const { name, options, empty } = field;
  const error = form.errors[name];
  const option = (value: string) => html`<option${value === form.values[name] && html` selected`}>${value}</option>`;
  return wrap(
    field,
    error,
    html`<select id="${name}" name="${name}"${describedBy(name, error, field.hint)} data-testid="${name}">
      <option value="">${empty}</option>${options.map(option)}</select>`,
  );
}

/** Says above a form how many fields need a change, with a link to each. */
export const errorSummary = ({ errors }: FormState) => {
  const faults = Object.entries(errors);
  return (
    faults.length > 0 &&
    html`<div class="alert" role="alert" data-testid="error-summary">${ICONS.alert}<div>
    <p><strong>${faults.length === 1 ? 'One field needs' : `${faults.length} fields need`} your attention.</strong></p>
    <ul>${faults.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul></div></div>`
  );
};
