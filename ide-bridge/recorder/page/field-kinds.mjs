/**
 * Runs inside the page, in a world of our own: what is typed into, ticked, chosen or picked. Sent as source text, so it
 * uses nothing from outside.
 */
export class FieldKinds {
  isSelect(element) {
    return element?.localName === 'select';
  }

  isFile(element) {
    return element?.localName === 'input' && element.type === 'file';
  }

  isTickable(element) {
    return element.localName === 'input' && (element.type === 'checkbox' || element.type === 'radio');
  }

  /** Fields whose value is picked rather than typed. */
  isPicked(element) {
    return (
      element?.localName === 'input' && /^(?:date|time|month|week|datetime-local|color|range)$/.test(element.type ?? '')
    );
  }

  isTextField(element) {
    if (element.isContentEditable || element.localName === 'textarea') return true;
    const others = /^(?:checkbox|radio|button|submit|reset|image|file|color|range|hidden)$/;
    return element.localName === 'input' && !others.test(element.type ?? '');
  }

  editingHost(element) {
    if (!element.isContentEditable) return undefined;
    let host = element;
    while (host.parentElement?.isContentEditable) host = host.parentElement;
    return host;
  }
}
