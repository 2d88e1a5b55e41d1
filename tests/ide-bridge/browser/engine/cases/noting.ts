/** What a page notes of all that happens to it, and how it is asked for that. */

/** Moves of the mouse are as many as an engine needs tries. */
const TYPES = [
  ...['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'],
  ...['beforeinput', 'input', 'change', 'keydown', 'keyup', 'focusin', 'focusout', 'submit', 'reset', 'invalid'],
  ...['dragstart', 'dragenter', 'drop', 'dragend', 'copy', 'cut', 'paste', 'toggle'],
];

/** Resolves in the page to a text: each event with its target, then the state in which the page was left. */
export const SEEN = 'window.seenHere === undefined ? document.title : seenHere()';

/**
 * A script that goes before all others, also into frames. Places are written `@x,y`; they are equal if they are near.
 * Listens on the document: what an engine keeps from an element gets as far as the window.
 * `begins`: the case whose first page this is. Pages that follow go on with its notes.
 */
export const noting = (begins?: string): string => `<script>(() => {
  const valueOf = node => {
    if (node.type === 'checkbox' || node.type === 'radio') return String(node.checked);
    if (node.nodeName !== 'SELECT') return String(node.value ?? (node.isContentEditable ? node.innerHTML : ''));
    let chosen = '';
    for (const option of node.selectedOptions) chosen += ' ' + option.value;
    return chosen.trim();
  };
  const nameOf = node => node?.id || String(node?.nodeName).toLowerCase();
  const place = (x, y) => '@' + Math.round(x) + ',' + Math.round(y);

  let tell = line => top.postMessage({ seen: line }, '*');
  try {
    tell = top.tellSeen ?? tell;
  } catch {
    // The page is of another origin.
  }
  let pointedAt;
  if (window === top) {
    const begins = ${JSON.stringify(begins ?? null)};
    if (begins !== null && sessionStorage.seenIn !== begins) sessionStorage.seen = '';
    if (begins !== null) sessionStorage.seenIn = begins;
    let lines = sessionStorage.seen ?? '';
    tell = window.tellSeen = line => { sessionStorage.seen = lines += line + '\\n'; };
    // A document of another origin is in a process of its own, so that nobody says what of two documents came first.
    let elsewhere = sessionStorage.elsewhere ?? '';
    if (lines === '') elsewhere = '';
    addEventListener('message', ({ data }) => {
      if (data?.seen) sessionStorage.elsewhere = elsewhere += data.seen + '\\n';
    });
    window.seenHere = () => {
      let fields = '';
      for (const field of document.querySelectorAll('input, select, textarea, [contenteditable]'))
        fields += ' [' + nameOf(field) + ' ' + valueOf(field) + ']';
      let focus = document.activeElement;
      while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
      return lines + 'elsewhere\\n' + elsewhere + 'fields' + fields + '\\nfocus ' + nameOf(focus) + '\\npointed at ' + nameOf(pointedAt)
        + '\\nselected ' + getSelection() + '\\nscrolled ' + place(scrollX, scrollY)
        + '\\nlog ' + document.getElementById('log')?.textContent;
    };
  }
  document.addEventListener('mousemove', event => { [pointedAt] = event.composedPath(); }, true);
  for (const type of ${JSON.stringify(TYPES)})
    document.addEventListener(type, event => {
      const [target] = event.composedPath();
      let line = type + ' ' + nameOf(target) + (event.isTrusted ? '' : ' untrusted');
      for (const key of ['ctrl', 'shift', 'alt', 'meta']) if (event[key + 'Key']) line += ' ' + key;
      if (event instanceof KeyboardEvent) line += ' ' + event.key + ' ' + event.code;
      if (event instanceof InputEvent) line += ' ' + event.inputType;
      if (event instanceof MouseEvent)
        line += ' button ' + event.button + ', count ' + event.detail + ' ' + place(event.clientX, event.clientY);
      tell(line + ' = ' + valueOf(target));
    }, true);
})()</script>`;
