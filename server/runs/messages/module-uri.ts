/** In messages, the URI of a test's module is that of no feature file. */
export const isModule = (uri: string): boolean => uri.startsWith('modules/') && uri.endsWith('.json');
