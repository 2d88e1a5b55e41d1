/** A feature file as it comes: its name where it comes from, and its text to the byte; `fault` where it is no text. */
export type IncomingFile =
  | { readonly file: string; readonly text: string; readonly fault?: undefined }
  | { readonly file: string; readonly fault: string };
