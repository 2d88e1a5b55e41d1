const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Removes surrogates that cutting may leave without their pair. */
export const wellFormed = (text: string): string => text.replace(HALF, '');
