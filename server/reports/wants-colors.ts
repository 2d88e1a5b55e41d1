interface Stream {
  environment: Readonly<Record<string, string | undefined>>;
  isTTY: boolean;
}

/** Whether a stream is to have colours: NO_COLOR forbids them, FORCE_COLOR asks for them, else only terminals do. */
export function wantsColors({ environment, isTTY }: Stream): boolean {
  const { NO_COLOR = '', FORCE_COLOR, TERM } = environment;
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY && TERM !== 'dumb';
}
