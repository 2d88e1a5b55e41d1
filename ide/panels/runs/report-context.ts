import { createContext, useContext, useState } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import type { ShownResult } from './report-results.ts';
import type { ShownHistory } from './run-reply.ts';

/** What all parts of a report share. */
interface ReportContext {
  /** What a person has opened or closed, by key; it outlasts what is not drawn for the time being. */
  kept: Map<string, boolean>;
  /** Where the run shows how it went. */
  execution: ProjectPlace;
  /** How a result went in its last runs. */
  historyOf(result: ShownResult): ShownHistory | undefined;
  /** Where a result stands there, e.g. `12`. */
  positionOf(result: ShownResult): string;
}

export const Report = createContext<ReportContext | undefined>(undefined);

export function useReport(): ReportContext {
  const report = useContext(Report);
  if (report === undefined) throw new Error('A part of a report stands outside of it.');
  return report;
}

/** Whether something is open: as a person chose, else as it stands. */
export function useKeptChoice(key: string, isOpenAsIs: boolean): [boolean, (isOpen: boolean) => void] {
  const { kept } = useReport();
  const [choice, setChoice] = useState(kept.get(key));
  const choose = (isOpen: boolean) => {
    kept.set(key, isOpen);
    setChoice(isOpen);
  };
  return [choice ?? isOpenAsIs, choose];
}
