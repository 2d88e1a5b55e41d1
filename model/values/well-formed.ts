const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text without the half characters that cutting may leave. */
export const wellFormed = (text: string): string => text.replace(HALF, '');
