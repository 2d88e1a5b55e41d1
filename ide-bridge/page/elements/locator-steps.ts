/** A locator or a step of one: as people read it, and as Playwright's library in the page looks for it. */
export interface LocatorWay {
  text: string;
  selector: string;
}

/** Makes steps of locators. */
export class LocatorSteps {
  role(role: string, name?: string, exact = false): LocatorWay {
    if (name === undefined) return { text: `getByRole(${this.quoted(role)})`, selector: `internal:role=${role}` };
    const options = `name: ${this.quoted(name)}${exact ? ', exact: true' : ''}`;
    const selector = `internal:role=${role}[name=${this.#attribute(name, exact)}]`;
    return { text: `getByRole(${this.quoted(role)}, { ${options} })`, selector };
  }

  testId(attribute: string, value: string): LocatorWay {
    const selector = `internal:testid=[${attribute}=${this.#attribute(value, true)}]`;
    return { text: `getByTestId(${this.quoted(value)})`, selector };
  }

  quoted(text: string): string {
    return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  }

  #attribute(text: string, exact: boolean): string {
    return `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"${exact ? 's' : 'i'}`;
  }

  exact(call: string, engine: string, text: string): LocatorWay {
    return { text: `${call}(${this.quoted(text)}, { exact: true })`, selector: `${engine}=${JSON.stringify(text)}s` };
  }

  attributed(call: string, name: string, value: string): LocatorWay {
    const selector = `internal:attr=[${name}=${this.#attribute(value, true)}]`;
    return { text: `${call}(${this.quoted(value)}, { exact: true })`, selector };
  }

  css(selector: string): LocatorWay {
    return { text: `locator(${this.quoted(selector)})`, selector: `css=${selector}` };
  }

  chain(outer: LocatorWay, inner: LocatorWay): LocatorWay {
    return { text: `${outer.text}.${inner.text}`, selector: `${outer.selector} >> ${inner.selector}` };
  }

  /**
   * Other things around a card have its text as well, so that it is identified by a part, which counts while it is hidden too:
   * without that the card of another one would be found, and the wrong thing done.
   */
  innermost(card: LocatorWay, part: LocatorWay): LocatorWay {
    return {
      text: `${card.text}.filter({ has: ${part.text} }).last()`,
      selector: `${card.selector} >> internal:has=${JSON.stringify(part.selector)} >> nth=-1`,
    };
  }

  having(like: LocatorWay, { text, selector }: LocatorWay): LocatorWay {
    return {
      text: `${like.text}.filter({ has: ${text} })`,
      selector: `${like.selector} >> internal:has=${JSON.stringify(selector)}`,
    };
  }

  /** With a text in it; exactly that where another one has it within a longer text. */
  saying(like: LocatorWay, text: string): [part: LocatorWay, whole: LocatorWay] {
    const part = {
      text: `${like.text}.filter({ hasText: ${this.quoted(text)} })`,
      selector: `${like.selector} >> internal:has-text=${JSON.stringify(text)}i`,
    };
    return [part, this.having(like, this.exact('getByText', 'internal:text', text))];
  }

  shown(like: LocatorWay): LocatorWay {
    return { text: `${like.text}.filter({ visible: true })`, selector: `${like.selector} >> visible=true` };
  }

  at(like: LocatorWay, index: number): LocatorWay {
    const call = index === 0 ? 'first()' : `nth(${index})`;
    return { text: `${like.text}.${call}`, selector: `${like.selector} >> nth=${index}` };
  }
}
