/** A shorter base64 form than this occurs by chance in images. */
const MIN_BASE64_LENGTH = 6;
/** Parts of a longer secret are looked for by themselves from this length on. */
const MIN_PART_LENGTH = 8;

/** A secret itself, without the spaces around it, its lines (of a key file), and what requests have of it in an address. */
export function secretTexts(secret: string): string[] {
  const [beforeFragment = '', ...fragment] = secret.split('#');
  const parts = [...secret.split(/\r\n|\r|\n/), ...(fragment.length > 0 ? [beforeFragment] : [])].map(part =>
    part.trim(),
  );
  return [...new Set([secret, secret.trim(), ...parts.filter(part => part.length >= MIN_PART_LENGTH)])];
}

/** A text in base64 at any offset, plain and url-safe, of its bytes in UTF-8 and in Latin-1, which `btoa` takes. */
export function base64Forms(text: string): string[] {
  const latin1 = [...text].map(character => character.charCodeAt(0));
  const isLatin1 = latin1.length === text.length && latin1.every(code => code < 256);
  const forms = [
    ...formsOfBytes(new TextEncoder().encode(text)),
    ...(isLatin1 ? formsOfBytes(Uint8Array.from(latin1)) : []),
  ];
  return [...new Set([...forms, ...forms.map(form => form.replaceAll('+', '-').replaceAll('/', '_'))])];
}

/**
 * The base64 of a longer text that holds the secret depends on where the secret begins, modulo 3. The characters that
 * also encode bits of its neighbours are left off, so that each form is found whatever stands around it.
 */
function formsOfBytes(bytes: Uint8Array): string[] {
  const forms = [0, 1, 2].map(offset => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    return toBase64(shifted).slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [toBase64(bytes), ...forms.filter(form => form.length >= MIN_BASE64_LENGTH)];
}

/** By `btoa`, which takes one character per byte: the model also runs in browsers. */
function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
