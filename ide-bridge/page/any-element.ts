/**
 * An element with what only some elements have. Its properties are asked for rather than its class, since
 * elements of other documents have other classes.
 */
export type AnyElement = Element &
  Partial<
    Pick<
      HTMLInputElement,
      'type' | 'value' | 'checked' | 'labels' | 'files' | 'disabled' | 'maxLength' | 'readOnly' | 'multiple'
    > &
      Pick<HTMLInputElement, 'min' | 'max' | 'step' | 'setSelectionRange'> &
      Pick<HTMLInputElement, 'selectionStart' | 'selectionEnd' | 'setRangeText'> &
      Pick<HTMLElement, 'innerText' | 'isContentEditable' | 'offsetHeight' | 'style' | 'popover' | 'focus'> &
      Pick<HTMLSelectElement, 'options' | 'selectedOptions'>
  > & {
    /** Of a label. */
    readonly control?: AnyElement | null;
  };

/** A document or shadow root, or what an element that is in neither is in. */
export type AnyRoot = Node &
  Partial<
    Pick<
      Document,
      | 'activeElement'
      | 'adoptedStyleSheets'
      | 'defaultView'
      | 'elementFromPoint'
      | 'getAnimations'
      | 'getElementById'
      | 'querySelector'
      | 'querySelectorAll'
      | 'styleSheets'
    >
  > & { readonly host?: Element };
