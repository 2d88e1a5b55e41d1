type Child = Node | string;

/** Makes an element; `on` are listeners, everything else attributes. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function button(
  label: string,
  press: () => unknown,
  kind: 'primary' | 'plain' | 'quiet' = 'primary',
): HTMLButtonElement {
  const made = make('button', { type: 'button', class: kind }, label);
  made.addEventListener('click', press);
  return made;
}

export function field(label: string, attributes: Readonly<Record<string, string>>) {
  const input = make('input', attributes);
  return { input, row: make('label', {}, make('span', {}, label), input) };
}
