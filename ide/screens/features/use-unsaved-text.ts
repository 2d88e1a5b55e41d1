import { useMemo } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { useDraftNow } from '../../app/drafts.ts';
import { parseUnsaved, textKey, type UnsavedText } from '../../app/feature-texts.ts';

export const useTextKey = (featureCode: string): string => useIdeState(state => textKey(state, featureCode));

export function useUnsavedText(featureCode: string): UnsavedText | undefined {
  const mine = useDraftNow(useTextKey(featureCode));
  return useMemo(() => parseUnsaved(mine), [mine]);
}
