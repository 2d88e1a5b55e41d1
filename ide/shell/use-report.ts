import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../app/context.tsx';
import type { Place } from '../app/places.ts';
import { reportOf } from '../app/reports.ts';

/** Whether the window has the focus, as the service wants to know. */
function useWindowFocus(): boolean {
  const [isFocused, setFocused] = useState(() => document.hasFocus());
  useEffect(() => {
    const look = () => setFocused(document.hasFocus());
    window.addEventListener('focus', look);
    window.addEventListener('blur', look);
    return () => {
      window.removeEventListener('focus', look);
      window.removeEventListener('blur', look);
    };
  }, []);
  return isFocused;
}

/** Tells the service what is drawn, after it was drawn. */
export function useReport(place: Place): void {
  const { session, navigation } = useIde();
  const isFocused = useWindowFocus();
  const text = useIdeState(state => JSON.stringify(reportOf(state, place, isFocused)));
  const { store } = useIde();
  useEffect(() => {
    const report = reportOf(store.getState(), place, isFocused);
    navigation.drawn(report);
    session.report(report);
    // The report is made anew of the same parts as its text.
    void text;
  }, [session, navigation, store, place, isFocused, text]);
}
