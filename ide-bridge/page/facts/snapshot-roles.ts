import type { AnyElement } from '../any-element.ts';
import type { RolesAndNames } from '../elements/page-index.ts';
import type { PageText } from '../elements/page-text.ts';
import type { ReferredElement } from './page-facts-types.ts';

/**
 * Roles and names as the last snapshot of the page has them. What it leaves out, since it is hidden or takes no clicks, is
 * judged by its tag: enough to know what might be found in the place of something else.
 */
export class SnapshotRoles implements RolesAndNames {
  readonly #text: PageText;
  readonly #byTag = new Map(
    Object.entries({
      ...{ article: 'article', aside: 'complementary', button: 'button', dialog: 'dialog', fieldset: 'group' },
      ...{ footer: 'contentinfo', form: 'form', header: 'banner', img: 'img', li: 'listitem', main: 'main' },
      ...{ nav: 'navigation', ol: 'list', option: 'option', output: 'status', p: 'paragraph', progress: 'progressbar' },
      ...{ table: 'table', td: 'cell', textarea: 'textbox', th: 'columnheader', tr: 'row', ul: 'list' },
      ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
    }),
  );
  readonly #byType = new Map(
    Object.entries({
      ...{ button: 'button', submit: 'button', reset: 'button', image: 'button', checkbox: 'checkbox' },
      ...{ radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox', hidden: 'none' },
    }),
  );
  /** Named by what is in them. */
  readonly #telling = /^(?:button|cell|columnheader|heading|link|option|row|tab|menuitem|treeitem|switch)$/;

  constructor(text: PageText) {
    this.#text = text;
  }

  remember<Result>(work: () => Result): Result {
    return work();
  }

  roleOf(element: AnyElement & ReferredElement): string | null {
    if (element._ariaRef !== undefined) return element._ariaRef.role;
    const [said] = (element.getAttribute('role') ?? '').split(' ');
    if (said) return said;
    const { localName } = element;
    if (localName === 'a') return element.hasAttribute('href') ? 'link' : null;
    if (localName === 'input') return this.#byType.get(element.type ?? '') ?? 'textbox';
    if (localName === 'select') return element.multiple ? 'listbox' : 'combobox';
    return this.#byTag.get(localName) ?? null;
  }

  nameOf(element: ReferredElement): string {
    if (element._ariaRef !== undefined) return element._ariaRef.name;
    const [label] = this.#text.labels(element);
    const content = this.#telling.test(this.roleOf(element) ?? '') ? this.#text.of(element) : '';
    return label ?? (content || element.getAttribute('title') || element.getAttribute('alt') || '');
  }
}
