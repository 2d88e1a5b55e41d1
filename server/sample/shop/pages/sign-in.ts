import { html } from '../html.ts';
import { type FormState, textField } from './form-fields.ts';
import { icon } from './icons.ts';
import type { Page } from './layout.ts';

interface SignIn {
  form: FormState;
  /** Where to go afterwards. */
  next: string;
  isRefused?: boolean;
}

export const signInPage = ({ form, next, isRefused = false }: SignIn): Page => ({
  title: 'Sign in',
  body: html`<div class="narrow"><h1>Sign in</h1>
  ${next !== '/' && !isRefused && html`<p class="muted">Sign in to go on to that page.</p>`}
  ${
    isRefused &&
    html`<div class="alert" role="alert" data-testid="sign-in-error">${icon('alert')}<p>The user name or the password is wrong.</p></div>`
  }
  <form class="panel" method="post" action="/sign-in">
    <input type="hidden" name="next" value="${next}">
    ${textField(form, { name: 'user', label: 'User name', autocomplete: 'username' })}
    ${textField(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
    <button class="button large" data-testid="sign-in">Sign in</button>
  </form>
  <section class="note" aria-labelledby="accounts-title"><h2 id="accounts-title">Accounts of this sample shop</h2>
    <dl><dt>Customer</dt><dd><code>ann</code> with <code>spring-42</code></dd>
    <dt>Admin</dt><dd><code>max</code> with <code>autumn-17</code></dd></dl></section></div>`,
});
