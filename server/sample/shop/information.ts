/** Contact, terms and the service status. */
import { type Request, Router, raw } from 'express';
import { z } from 'zod';
import {
  EMPTY_FORM,
  EmailField,
  errorSummary,
  type FormState,
  filledIn,
  firstMessages,
  readForm,
  selectField,
  textArea,
  textField,
} from './forms.ts';
import { html, ICONS } from './html.ts';
import { failedPage, type Page } from './layout.ts';
import type { Action, ShopParts } from './visit.ts';

const SERVICES = [
  ['Shop', 'Working'],
  ['Search', 'Working'],
  ['Card payment', 'Slow'],
] as const;

/** On purpose, the script of this page logs an error and asks for something that is not there. */
const statusPage: Page = {
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

const termsPage: Page = {
  title: 'Terms of sale',
  body: html`<article class="prose"><h1>Terms of sale</h1>
  <p class="lead">Short, as they should be.</p>
  <h2>What you buy</h2><p>Larchway is a sample shop. Orders, prices and payments are made up, and nothing will ever be sent.</p>
  <h2>Returns</h2><p>Send anything back within 100 days, worn or not. The label is in the box.</p>
  <h2>Repairs</h2><p>We mend what we sold, free of charge for two years and at cost after that.</p>
  <h2>Your data</h2><p>The shop remembers your basket in the memory of one process. It forgets all when that process ends.</p></article>`,
};

const TOPICS = ['An order', 'A product', 'A repair', 'Something else'] as const;

const contactPage = (form: FormState): Page => ({
  title: 'Contact',
  body: html`<h1>Contact</h1><div class="split">
  <form class="panel" method="post" action="/contact" enctype="multipart/form-data" novalidate data-testid="contact-form">
    ${errorSummary(form)}
    ${textField(form, { name: 'name', label: 'Your name', autocomplete: 'name' })}
    ${textField(form, { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' })}
    ${selectField(form, { name: 'topic', label: 'Topic', options: TOPICS, empty: 'Choose a topic' })}
    ${textArea(form, { name: 'message', label: 'Message' })}
    <div class="field"><label for="attachment">Attachment</label>
      <p class="hint" id="attachment-hint">A picture of the damage helps us with repairs. Up to 2 MB.</p>
      <input id="attachment" name="attachment" type="file" aria-describedby="attachment-hint" data-testid="attachment"></div>
    <button class="button large" data-testid="send">Send message</button>
  </form>
  <aside class="panel" aria-labelledby="warehouse-title"><h2 id="warehouse-title">The warehouse</h2>
    <address>Larchway<br>Quay 7<br>24103 Seahaven</address>
    <p>Open for pick-up<br>Monday to Friday, 9 to 17</p>
    <p class="muted">We answer within a day, on weekends within two.</p></aside></div>`,
});

interface SentMessage {
  name: string;
  attachment?: { name: string; sizeBytes: number };
}

const contactSentPage = ({ name, attachment }: SentMessage): Page => ({
  title: 'Message sent',
  body: html`<div class="message"><p class="done">${ICONS.tick}</p><h1>Message sent</h1>
  <p class="lead">Thank you, ${name}. We will write back soon.</p>
  ${attachment && html`<p data-testid="sent-attachment">Attachment: <strong>${attachment.name}</strong> (${attachment.sizeBytes} bytes)</p>`}
  <p><a class="button" href="/">Back to all products</a></p></div>`,
});

const MAX_MESSAGE_BYTES = 2.5 * 1024 * 1024;

const ContactForm = z.object({
  name: filledIn('Enter your name.'),
  email: EmailField,
  topic: z.enum(TOPICS, 'Choose a topic.'),
  message: filledIn('Write a message.', 4000),
});

/** The posted form with its files; none when the body is not such a form. */
async function readUpload({ body, headers }: Request) {
  const bytes: unknown = body;
  if (!Buffer.isBuffer(bytes)) return undefined;
  const upload = new Response(new Uint8Array(bytes), { headers: { 'content-type': headers['content-type'] ?? '' } });
  return upload.formData().catch(() => undefined);
}

const sendMessage: Action = async ({ request, show }) => {
  const form = await readUpload(request);
  if (!form) return show(failedPage(400), 400);
  const values = readForm(Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')));
  const message = ContactForm.safeParse(values);
  if (!message.success) return show(contactPage({ values, errors: firstMessages(message.error) }));
  const file = form.get('attachment');
  const attachment = file instanceof File && file.name !== '' ? { name: file.name, sizeBytes: file.size } : undefined;
  show(contactSentPage({ name: message.data.name, attachment }));
};

/** Contact, terms and the service status. */
export function informationRoutes({ onVisit }: ShopParts): Router {
  const router = Router();
  router.get(
    '/contact',
    onVisit(({ show }) => show(contactPage(EMPTY_FORM))),
  );
  router.post('/contact', raw({ type: 'multipart/form-data', limit: MAX_MESSAGE_BYTES }), onVisit(sendMessage));
  router.get(
    '/terms',
    onVisit(({ show }) => show(termsPage)),
  );
  router.get(
    '/status',
    onVisit(({ show }) => show(statusPage)),
  );
  return router;
}
