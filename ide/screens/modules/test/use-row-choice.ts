import { useMemo } from 'react';
import { ActionId } from '../../../../model/names/codes.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { EditedRow } from '../../../app/edits.ts';
import type { ProjectPlace } from '../../../app/places.ts';
import { chosenKeys, rowRange } from '../../../app/row-choice.ts';
import type { RowStep } from './action-row.tsx';

export function useRowChoice(place: ProjectPlace, rows: readonly EditedRow[]) {
  const { navigation, store } = useIde();
  const { testId: testCode, actionId } = place;
  const choice = useIdeState(state => state.view.rowChoice);
  const order = useMemo(() => rows.map(({ key }) => key), [rows]);
  const chosen = useMemo(
    () => new Set(chosenKeys({ choice, testCode, actionId }, order)),
    [choice, testCode, actionId, order],
  );
  const choose = (key: string, keys: readonly string[], anchor: string) => {
    const id = ActionId.safeParse(key).data;
    // Rows that are not stored yet have no address.
    if (id === undefined || testCode === undefined) return;
    navigation.go({ ...place, actionId: id }, { replace: true });
    store.setView({ rowChoice: keys.length > 1 ? { testCode, anchor, keys } : undefined });
  };
  const select = (from: string, { step = 0, isRange = false, isToggle = false }: RowStep = {}) => {
    const at = Math.min(order.length - 1, Math.max(0, order.indexOf(from) + step));
    const key = order[at] ?? from;
    const anchor = (choice?.testCode === testCode ? choice?.anchor : undefined) ?? actionId ?? key;
    if (isRange) choose(key, rowRange(order, anchor, key), anchor);
    else if (isToggle) toggle(key, anchor);
    else choose(key, [key], key);
  };
  const toggle = (key: string, anchor: string) => {
    const keys = chosen.has(key) ? [...chosen].filter(other => other !== key) : [...chosen, key];
    const active = keys.includes(key) ? key : keys.at(-1);
    if (active !== undefined) choose(active, keys, keys.includes(anchor) ? anchor : active);
  };
  return { chosen, select };
}
