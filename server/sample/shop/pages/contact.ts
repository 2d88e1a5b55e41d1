import { html } from '../html.ts';
import { errorSummary, type FormState, selectField, textArea, textField } from './form-fields.ts';
import { icon } from './icons.ts';
import type { Page } from './layout.ts';

export const TOPICS = ['An order', 'A product', 'A repair', 'Something else'] as const;

export const contactPage = (form: FormState): Page => ({
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

export interface SentMessage {
  name: string;
  attachment?: { name: string; sizeBytes: number };
}

export const contactSentPage = ({ name, attachment }: SentMessage): Page => ({
  title: 'Message sent',
  body: html`<div class="message"><p class="done">${icon('tick')}</p><h1>Message sent</h1>
  <p class="lead">Thank you, ${name}. We will write back soon.</p>
  ${attachment && html`<p data-testid="sent-attachment">Attachment: <strong>${attachment.name}</strong> (${attachment.sizeBytes} bytes)</p>`}
  <p><a class="button" href="/">Back to all products</a></p></div>`,
});
