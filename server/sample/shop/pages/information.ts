import { html } from '../html.ts';
import type { Page } from './layout.ts';

const SERVICES = [
  ['Shop', 'Working'],
  ['Search', 'Working'],
  ['Card payment', 'Slow'],
] as const;

/** On purpose, the script of this page logs an error and asks for something that is not there. */
export const statusPage: Page = {
  title: 'Service status',
  scripts: ['status'],
  body: html`<h1>Service status</h1><p class="muted">Checked just now.</p>
  <table aria-label="Services" data-testid="services"><thead><tr><th scope="col">Service</th><th scope="col">State</th></tr></thead>
  <tbody>${SERVICES.map(
    ([service, state]) =>
      html`<tr><th scope="row">${service}</th><td><span class="badge ${state === 'Working' ? 'shipped' : 'packed'}">${state}</span></td></tr>`,
  )}<tr><th scope="row">Parcel tracking</th><td aria-live="polite"><span class="badge" id="tracking-state" data-testid="tracking-state">Checking …</span></td></tr>
  </tbody></table>`,
};

export const termsPage: Page = {
  title: 'Terms of sale',
  body: html`<article class="prose"><h1>Terms of sale</h1>
  <p class="lead">Short, as they should be.</p>
  <h2>What you buy</h2><p>Larchway is a sample shop. Orders, prices and payments are made up, and nothing will ever be sent.</p>
  <h2>Returns</h2><p>Send anything back within 100 days, worn or not. The label is in the box.</p>
  <h2>Repairs</h2><p>We mend what we sold, free of charge for two years and at cost after that.</p>
  <h2>Your data</h2><p>The shop remembers your basket in the memory of one process. It forgets all when that process ends.</p></article>`,
};
