/** What is wrong with where a file of the project lies; the same on every system. Undefined when nothing is. */
export function filePathFault(file: string): string | undefined {
  const parts = file.split('/');
  const isBelow = !/^[A-Za-z]:|\\|\p{Cc}/u.test(file) && !parts.some(part => ['', '.', '..'].includes(part));
  return isBelow ? undefined : `“${file}” is not below files/; name it from there, e.g. lists/users.json`;
}
