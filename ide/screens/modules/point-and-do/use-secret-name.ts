import { useRef } from 'react';
import { useIde } from '../../../app/context.tsx';
import { keepSecret } from '../test/save-as-secret.tsx';
import type { PointDeed } from './deeds.ts';

/** What is written in place of a password: it goes to the secrets once, however often the deed is tried. */
export function useSecretName() {
  const ide = useIde();
  const kept = useRef(new Map<string, string>());
  return async ({ asks }: PointDeed, said: string): Promise<string> => {
    if (asks !== 'password' || said === '' || /^\{\{[^{}]*\}\}$/.test(said)) return said;
    const known = kept.current.get(said);
    if (known !== undefined) return known;
    const { name } = await keepSecret(ide, said);
    const written = `{{secret.${name}}}`;
    kept.current.set(said, written);
    return written;
  };
}
