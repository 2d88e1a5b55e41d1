import { type ComponentProps, useRef, useState } from 'react';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { lateView } from '../../../ui/late-part.tsx';
import { FieldControl } from './field-control.tsx';
import type { FormField, FormTexts } from './form-fields.ts';
import { checkTexts } from './shown-checks.ts';
import { steadyFirst } from './steady-locators.ts';

const PickedLocators = lateView(async () => (await import('./picked-locators.tsx')).PickedLocators);
const KeptLocators = lateView(async () => (await import('./picked-locators.tsx')).KeptLocators);

interface PickingControlProps extends Omit<ComponentProps<typeof FieldControl>, 'actor' | 'onPick'> {
  /** Of the whole action, as typed so far. */
  texts: FormTexts;
  /** The picked element fills in what a check expects of it. */
  isCheck?: boolean;
  /** The element that the form was begun with. */
  picked?: PickedElement | undefined;
  /** `filled`: the texts of other fields. */
  onPick(picked: PickedElement, filled: FormTexts): void;
}

export function PickingControl({ texts, isCheck = false, picked: first, onPick, ...props }: PickingControlProps) {
  const [picked, setPicked] = useState(first);
  // In their first order: choosing one of them puts it first.
  const [kept] = useState(() => keptLocators(props.field, texts));
  // While an element is being picked, more may be typed.
  const now = useRef({ texts, picked, onPick });
  now.current = { texts, picked, onPick };
  const take = (found: PickedElement) => {
    const { texts: typed, picked: before } = now.current;
    const filled = isCheck ? checkTexts(found, typed, before) : {};
    const element = steadyFirst(found, { ...typed, ...filled });
    setPicked(element);
    now.current.onPick(element, filled);
  };
  const choose = (element: PickedElement) => onPick(element, {});
  return (
    <>
      <FieldControl {...props} actor={texts.actor} onPick={take} />
      {picked !== undefined && <PickedLocators picked={picked} current={props.text} onChoose={choose} />}
      {picked === undefined && kept !== undefined && (
        <KeptLocators actor={texts.actor} picked={kept} current={props.text} onChoose={choose} />
      )}
    </>
  );
}

function keptLocators({ name }: FormField, { locator = '', fallbacks = '' }: FormTexts): PickedElement | undefined {
  if (name !== 'locator' || locator === '' || fallbacks === '') return undefined;
  return { locator, fallbacks: fallbacks.split('\n').filter(line => line !== '') };
}
