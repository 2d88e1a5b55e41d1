import { createContext, useContext, useState } from 'react';

/** What a person has opened or closed, by key; it outlasts what is not drawn for the time being. */
export const KeptChoices = createContext<Map<string, boolean>>(new Map());

/** Whether something is open: as a person chose, else as it stands. */
export function useKeptChoice(key: string, isOpenAsIs: boolean): [boolean, (isOpen: boolean) => void] {
  const kept = useContext(KeptChoices);
  const [choice, setChoice] = useState(kept.get(key));
  const choose = (isOpen: boolean) => {
    kept.set(key, isOpen);
    setChoice(isOpen);
  };
  return [choice ?? isOpenAsIs, choose];
}
