const SAMPLE = /^sample:/i;

/** Whether an address means a service that comes with Steploom. */
export const isSampleAddress = (text: string): boolean => SAMPLE.test(text);
