/** How an edit is called that begins with the name of its tool: `createTest t5` is "create test t5". Pure. */
export const editInWords = (title: string): string =>
  title.replace(/^\w+/, name => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`));
