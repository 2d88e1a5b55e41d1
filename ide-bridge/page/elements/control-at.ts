/**
 * Whoever points at the words or the icon of a control means the control; but an icon that alone
 * shows that it can be pressed is one itself, such as the cross of a chip. A slot has no place of its own: what is in it
 * belongs to the control around it, or to the element whose content it is.
 */
export function controlAt(element: Element): Element {
  const controls =
    'a[href], button, input, select, textarea, summary, option, [contenteditable=""], [contenteditable=true], [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=treeitem], [role=combobox], [role=textbox], [role=searchbox], [role=slider], [role=spinbutton]';
  if (element.localName === 'slot') {
    const root: Node & { readonly host?: Element } = element.getRootNode();
    const owner = element.closest(controls) ?? root.host;
    if (owner) return controlAt(owner);
  }
  const isPressable = (each: Element) => getComputedStyle(each).cursor === 'pointer';
  const isWordless = (each: Element) => (each.textContent ?? '').trim() === '';
  /** What can be pressed around an icon, and holds nothing else. */
  const holderOf = (icon: Element): Element => {
    let holder = icon;
    for (let each = icon.parentElement; each && isWordless(each) && isPressable(each); each = each.parentElement)
      if (each.querySelectorAll('svg').length === 1) holder = each;
    return holder;
  };
  /** The strokes of an icon say nothing; a drawing, such as a chart, is larger. */
  const iconOf = (stroke: Element & { ownerSVGElement?: Element | null }): Element => {
    const drawing = stroke.ownerSVGElement?.closest('svg') ?? (stroke.localName === 'svg' ? stroke : undefined);
    if (!drawing) return stroke;
    const { width, height } = drawing.getBoundingClientRect();
    return Math.max(width, height) <= 48 ? holderOf(drawing) : stroke;
  };
  const control = element.closest(controls) ?? iconOf(element);
  const isWhole = control.matches('button, a, summary, input, option') || isWordless(control);
  if (control === element || isPressable(control) || isWhole) return control;
  const inner: Element[] = [];
  for (let each: Element | null = element; each && each !== control; each = each.parentElement) inner.push(each);
  return inner.findLast(isPressable) ?? control;
}
