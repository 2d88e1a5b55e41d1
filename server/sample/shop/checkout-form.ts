import { z } from 'zod';

export const COUNTRIES = [
  'Austria',
  'Belgium',
  'Czechia',
  'Denmark',
  'Finland',
  'France',
  'Germany',
  'Ireland',
  'Italy',
  'Netherlands',
  'Norway',
  'Poland',
  'Portugal',
  'Spain',
  'Sweden',
  'Switzerland',
] as const;

export const DeliveryMethod = z.enum(['standard', 'express', 'pick-up'], 'Choose how the order should reach you.');
export type DeliveryMethod = z.infer<typeof DeliveryMethod>;

const filledIn = (message: string) =>
  z.string(message).trim().min(1, message).max(120, 'Keep this below 120 characters.');

export const EmailField = z
  .string('Enter an email address.')
  .trim()
  .max(120, 'Keep this below 120 characters.')
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter an email address such as ann@example.org.');

/** Who gets the order and how; each message is shown at its field. */
export const DeliveryDetails = z.object({
  name: filledIn('Enter your full name.'),
  email: EmailField,
  street: filledIn('Enter a street and number.'),
  postcode: z
    .string('Enter a postcode.')
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 -]{2,9}$/, 'Enter a postcode of 3 to 10 letters and digits.'),
  city: filledIn('Enter a city.'),
  country: z.enum(COUNTRIES, 'Choose a country.'),
  delivery: DeliveryMethod,
  gift: z.literal('yes').optional(),
  giftMessage: z.string().trim().max(200, 'Keep the gift message below 200 characters.').optional(),
  terms: z.literal('yes', 'Accept the terms of sale to go on.'),
});
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;

/** The first message of each field at fault, in the order of the form. */
export function firstMessages(error: z.ZodError): Record<string, string> {
  const messages = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const field = path.join('.');
    if (!messages.has(field)) messages.set(field, message);
  }
  return Object.fromEntries(messages);
}
