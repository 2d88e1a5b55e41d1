/** Whether a case is a test: the URI of its module in messages is no file. */
export const isModule = (uri: string): boolean => uri.startsWith('modules/') && uri.endsWith('.json');
