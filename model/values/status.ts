const ONE = /^[1-5](?:\d\d|xx)$/i;

const parts = (wanted: string): string[] => wanted.split(/[\s,]+/).filter(part => part !== '');

export function statusFault(wanted: string): string | undefined {
  const named = parts(wanted);
  const isFine = named.length > 0 && named.every(part => ONE.test(part));
  return isFine ? undefined : `“${wanted}” is not an HTTP status; write 201, 2xx or 200, 404`;
}

export const fitsStatus = (wanted: string, status: number): boolean =>
  parts(wanted).some(part => (/xx$/i.test(part) ? part[0] === String(status)[0] : part === String(status)));
