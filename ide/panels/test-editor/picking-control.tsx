import { type ComponentProps, Suspense, useState } from 'react';
import { latePart } from '../../ui/late-part.ts';
import type { PickedElement } from '../live-view/pick-button.tsx';
import { FieldControl } from './field-control.tsx';
import type { FormField, FormTexts } from './form-fields.ts';
import { steadyFirst } from './steady-locators.ts';

const PickedLocators = latePart(async () => (await import('./picked-locators.tsx')).PickedLocators);
const KeptLocators = latePart(async () => (await import('./picked-locators.tsx')).KeptLocators);

interface PickingControlProps extends ComponentProps<typeof FieldControl> {
  /** Of the whole action as it is written now. */
  texts: FormTexts;
}

/** A field with the locators of its element, which was picked just now or before, to take another one of them. */
export function PickingControl({ texts, onPick, ...props }: PickingControlProps) {
  const [picked, setPicked] = useState<PickedElement>();
  // In the order that they had: choosing one of them puts it first.
  const [kept] = useState(() => keptLocators(props.field, texts));
  const take = (found: PickedElement) => {
    const element = steadyFirst(found, texts);
    setPicked(element);
    onPick(element);
  };
  return (
    <>
      <FieldControl {...props} onPick={take} />
      <Suspense fallback={null}>
        {picked !== undefined && <PickedLocators picked={picked} current={props.text} onChoose={onPick} />}
        {picked === undefined && kept !== undefined && (
          <KeptLocators picked={kept} current={props.text} onChoose={onPick} />
        )}
      </Suspense>
    </>
  );
}

function keptLocators({ name }: FormField, { locator = '', fallbacks = '' }: FormTexts): PickedElement | undefined {
  if (name !== 'locator' || locator === '' || fallbacks === '') return undefined;
  return { locator, fallbacks: fallbacks.split('\n').filter(line => line !== '') };
}
