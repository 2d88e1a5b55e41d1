import type { AnyElement } from '../any-element.ts';

export interface PastedText {
  text: string;
  /** The same with its formats. */
  html?: string | undefined;
}

/**
 * Tells a field that something is pasted, and puts it in, as the browser does. Whether the page or the field has taken
 * it; otherwise nothing has changed, and the text is still to be typed.
 */
export function pasteAtCaret(field: AnyElement, { text, html = '' }: PastedText): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  if (html !== '') clipboardData.setData('text/html', html);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
  if (!field.dispatchEvent(event)) return true;
  if (field.isContentEditable === true) return html !== '' && document.execCommand('insertHTML', false, html);
  const { selectionStart, selectionEnd, value = '', maxLength = -1 } = field;
  // Fields of numbers, dates and the like tell of no selection.
  if (typeof selectionStart !== 'number' || typeof selectionEnd !== 'number' || !field.setRangeText) return false;
  const room = maxLength < 0 ? text.length : maxLength - value.length + selectionEnd - selectionStart;
  const data = text.slice(0, Math.max(0, room));
  // Pages tell by this kind what is pasted from what is typed.
  const about = { inputType: 'insertFromPaste', data, bubbles: true, composed: true };
  if (!field.dispatchEvent(new InputEvent('beforeinput', { ...about, cancelable: true }))) return true;
  field.setRangeText(data, selectionStart, selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', about));
  return true;
}
