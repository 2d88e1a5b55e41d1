/** A shorter base64 form than this occurs by chance in images. */
const MIN_BASE64_LENGTH = 6;
/** Lines of a longer secret, such as a key file, are looked for one by one from this length on. */
const MIN_LINE_LENGTH = 8;

/**
 * Every way in which a secret may be written in a log, a reply or a report: itself, its lines, and each of them
 * JSON-escaped (once and twice), percent-encoded, HTML-escaped, in capitals and in base64 at any offset. A list of its own:
 * what masks secrets decodes instead.
 */
export function secretForms(secret: string): readonly string[] {
  const lines = secret.split(/\r\n|\r|\n/).map(line => line.trim());
  const texts = new Set([secret, secret.trim(), ...lines.filter(line => line.length >= MIN_LINE_LENGTH)]);
  return [...texts].flatMap(text => [
    text,
    ...jsonForms(text),
    ...percentForms(text),
    ...htmlForms(text),
    ...base64Forms(text),
    text.toUpperCase(),
    text.replaceAll("'", "\\'"),
    chromiumQuery(text),
    Buffer.from(text, 'latin1').toString('base64').replace(/=+$/, ''),
  ]);
}

/** As Chromium keeps a query that a page has written plainly. */
const chromiumQuery = (text: string): string => new URL(`http://a/?${text}`).search.slice(1);

function jsonForms(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  // Replies carry JSON as a text inside JSON.
  return [once, JSON.stringify(once).slice(1, -1)];
}

function percentForms(text: string): string[] {
  const wellFormed = new TextDecoder().decode(new TextEncoder().encode(text));
  const forms = [
    encodeURIComponent(wellFormed),
    encodeURI(wellFormed),
    new URLSearchParams({ _: wellFormed }).toString().slice('_='.length),
  ];
  return [...forms, ...forms.map(form => form.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()))];
}

function htmlForms(text: string): string[] {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const doubles = [escaped, escaped.replaceAll('"', '&quot;'), escaped.replaceAll('"', '&#34;')];
  return doubles.flatMap(form => [form, ...['&#39;', '&#x27;', '&apos;'].map(quote => form.replaceAll("'", quote))]);
}

/**
 * The base64 of a longer text that holds the secret depends on where the secret begins, modulo 3. The characters that
 * also encode bits of its neighbours are left off, so that each form is found whatever is around it.
 */
function base64Forms(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const forms = [0, 1, 2].map(offset => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    return toBase64(shifted).slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const whole = toBase64(bytes);
  const plain = [whole, ...forms.filter(form => form.length >= MIN_BASE64_LENGTH)];
  return [...plain, ...plain.map(form => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** By `btoa`, which takes one character per byte: the model also runs in browsers. */
function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
