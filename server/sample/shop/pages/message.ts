import type { Role } from '../accounts.ts';
import { type Html, html } from '../html.ts';
import type { Page } from './layout.ts';

const messagePage = (title: string, code: string, text: Html): Page => ({
  title,
  body: html`<div class="message"><p class="message-code" aria-hidden="true">${code}</p><h1>${title}</h1>${text}</div>`,
});

export const notFoundPage = (path: string) =>
  messagePage(
    'Page not found',
    '404',
    html`<p>There is nothing at <code>${path}</code>. The path may have grown over.</p>
    <p><a class="button" href="/">Back to all products</a></p>`,
  );

export const refusedPage = (role: Role) =>
  messagePage(
    'No access',
    '403',
    html`<p>This page is for ${role === 'admin' ? 'staff' : 'customers'}. Sign out and sign in with another account to see it.</p>
    <p><a class="button" href="/">Back to all products</a></p>`,
  );

export const failedPage = (code: number) =>
  messagePage(
    code < 500 ? 'That request cannot be read' : 'Something went wrong',
    String(code),
    html`<p>${
      code < 500
        ? 'It is too large or not in a form that the shop understands. Go back and try again with less.'
        : 'The fault is ours. Go back and try again.'
    }</p>
    <p><a class="button" href="/">Back to all products</a></p>`,
  );
