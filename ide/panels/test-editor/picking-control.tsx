import { type ComponentProps, Suspense, useState } from 'react';
import { latePart } from '../../ui/late-part.ts';
import type { PickedElement } from '../live-view/pick-button.tsx';
import { FieldControl } from './field-control.tsx';
import type { FormTexts } from './form-fields.ts';
import { steadyFirst } from './steady-locators.ts';

const PickedLocators = latePart(async () => (await import('./picked-locators.tsx')).PickedLocators);

interface PickingControlProps extends ComponentProps<typeof FieldControl> {
  /** Of the whole action as it is written now. */
  texts: FormTexts;
}

/** A field with the locators of the element that was last picked for it, to take another one of them. */
export function PickingControl({ texts, onPick, ...props }: PickingControlProps) {
  const [picked, setPicked] = useState<PickedElement>();
  const take = (found: PickedElement) => {
    const element = steadyFirst(found, texts);
    setPicked(element);
    onPick(element);
  };
  return (
    <>
      <FieldControl {...props} onPick={take} />
      {picked !== undefined && (
        <Suspense fallback={null}>
          <PickedLocators picked={picked} current={props.text} onChoose={onPick} />
        </Suspense>
      )}
    </>
  );
}
