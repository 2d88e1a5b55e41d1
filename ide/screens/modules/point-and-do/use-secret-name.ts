import { useRef } from 'react';
import { useIde } from '../../../app/context.tsx';
import { keepSecret } from '../test/save-as-secret.tsx';
import type { ActionChoice } from './choices-for.ts';

/** Keeps a password as a secret, once however often it is tried, and answers what to write in its place. */
export function useSecretName() {
  const ide = useIde();
  const kept = useRef(new Map<string, string>());
  return async ({ asks }: ActionChoice, answer: string): Promise<string> => {
    if (asks !== 'password' || answer === '' || /^\{\{[^{}]*\}\}$/.test(answer)) return answer;
    const known = kept.current.get(answer);
    if (known !== undefined) return known;
    const { name } = await keepSecret(ide, answer);
    const written = `{{secret.${name}}}`;
    kept.current.set(answer, written);
    return written;
  };
}
