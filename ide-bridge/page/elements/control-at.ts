/**
 * Whoever points at the words or the icon of a control means the control; but an icon that alone
 * shows that it can be pressed is one itself, such as the cross of a chip.
 */
export function controlAt(element: Element): Element {
  const controls =
    'a[href], button, input, select, textarea, summary, option, [contenteditable=""], [contenteditable=true], [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=treeitem], [role=combobox], [role=textbox], [role=searchbox], [role=slider], [role=spinbutton]';
  /** The strokes of an icon say nothing; a drawing, such as a chart, is larger. */
  const iconOf = (stroke: Element & { ownerSVGElement?: Element | null }): Element => {
    const drawing = stroke.ownerSVGElement?.closest('svg');
    if (!drawing) return stroke;
    const { width, height } = drawing.getBoundingClientRect();
    return Math.max(width, height) <= 48 ? drawing : stroke;
  };
  const control = element.closest(controls) ?? iconOf(element);
  const isPressable = (each: Element) => getComputedStyle(each).cursor === 'pointer';
  if (control === element || isPressable(control)) return control;
  const inner: Element[] = [];
  for (let each: Element | null = element; each && each !== control; each = each.parentElement) inner.push(each);
  return inner.findLast(isPressable) ?? control;
}
