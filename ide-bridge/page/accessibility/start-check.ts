import type { AccessibilityCheck } from './accessibility-check.ts';

/** The check of this document, which is made once. Undefined where it has to be made and nothing is given for that. */
export function startCheck(
  name: string,
  parts?: {
    Check: typeof AccessibilityCheck;
    makeAxe: ConstructorParameters<typeof AccessibilityCheck>[0];
  },
): AccessibilityCheck | undefined {
  const known = Reflect.get(globalThis, name);
  if (known !== undefined || parts === undefined) return known;
  const made = new parts.Check(parts.makeAxe);
  Reflect.set(globalThis, name, made);
  return made;
}
