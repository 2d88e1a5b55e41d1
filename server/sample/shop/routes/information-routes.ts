import { type Request, Router, raw } from 'express';
import { z } from 'zod';
import { EmailField, firstMessages } from '../checkout-form.ts';
import { contactPage, contactSentPage, TOPICS } from '../pages/contact.ts';
import { EMPTY_FORM } from '../pages/form-fields.ts';
import { statusPage, termsPage } from '../pages/information.ts';
import { failedPage } from '../pages/message.ts';
import { type Action, readForm } from '../visit.ts';
import type { ShopParts } from './shop-parts.ts';

const MAX_MESSAGE_BYTES = 2.5 * 1024 * 1024;

const ContactForm = z.object({
  name: z.string('Enter your name.').trim().min(1, 'Enter your name.').max(120, 'Keep this below 120 characters.'),
  email: EmailField,
  topic: z.enum(TOPICS, 'Choose a topic.'),
  message: z.string('Write a message.').trim().min(1, 'Write a message.').max(4000, 'Keep this below 4000 characters.'),
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
