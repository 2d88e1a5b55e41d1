import type { PageEvent } from '../../../model/recording/raw-event.ts';
import type { AnyElement } from '../any-element.ts';
import type { FieldKinds } from './field-kinds.ts';
import type { OfferedOptions } from './offered-options.ts';
import type { EntryEvent, PutCaret, Reporting } from './reporting.ts';
import type { RichContent } from './rich-content.ts';

/** What somebody types into one editing host. */
interface HostDraft {
  /** Since it was empty, or since anything else was done. */
  keys: string[];
  /** Whether the keys say all that is in it. */
  isFromEmpty: boolean;
  /** From now on only what is typed can be told: typing the whole text anew would lose what else was made. */
  isKeyed: boolean;
  /** What was in it after what was typed last. */
  left: string;
  /** The last keys, if they only moved the caret or selected something. */
  moves: string[];
}

interface RichParts {
  fields: FieldKinds;
  content: RichContent;
  options: OfferedOptions;
  /** Does it once an event is over, or before the next key. */
  onceOver(work: () => void): void;
}

interface RichReporting extends Reporting {
  /** A host has this text now, which a run must not type again before the page has emptied it. */
  typed(host: AnyElement, text: string): void;
}

/**
 * Tells what is typed into editing hosts: the whole text for as long as that is all there is, else key by key. What was
 * made by a mark, a list, a mention or a paste stays, and so does what was typed before it.
 */
export class RichEntries {
  readonly #SELECT_ALL = 'ControlOrMeta+a';
  readonly #parts: RichParts;
  readonly #reporting: RichReporting;
  readonly #drafts = new WeakMap<Element, HostDraft>();
  /** The host in which the last thing was typed, if nothing else was done since. */
  #current: AnyElement | undefined;
  #caret: { host: Element; put: PutCaret } | undefined;
  /** The last key, until its text has come. */
  #key: string | undefined;
  #isOwn = false;

  constructor(parts: RichParts, reporting: RichReporting) {
    this.#parts = parts;
    this.#reporting = reporting;
  }

  #send(event: PageEvent): void {
    this.#isOwn = true;
    this.#reporting.send(event);
    this.#isOwn = false;
  }

  /** Before anything else is told: what is typed next goes on from wherever that leaves the caret. */
  interrupted(): void {
    const host = this.#current;
    if (this.#isOwn || host === undefined) return;
    this.#current = undefined;
    this.#caret = undefined;
    const draft = this.#drafts.get(host);
    if (draft === undefined) return;
    this.#noticeLate(host, draft);
    if (this.#parts.content.isSelectedIn(host)) this.#tellMoves(host, draft);
    this.#restart(draft);
  }

  /** Of the mouse when it is pressed: what is selected by keys is about to be used, and may be so no longer then. */
  approached(element: Element): void {
    const host = this.#current;
    const draft = host && this.#drafts.get(host);
    if (host === undefined || draft === undefined || host.contains(element)) return;
    if (this.#parts.content.isSelectedIn(host)) this.#tellMoves(host, draft);
  }

  /** The mouse has put the caret there, which counts if only keys can be told. */
  caretPut(host: AnyElement, put: PutCaret): void {
    this.#caret = { host, put };
    this.#current = host;
  }

  /** Whether it has more than lines of text, or what nobody has typed: it matters where the caret is put then. */
  isRich(host: AnyElement): boolean {
    const { content } = this.#parts;
    const draft = this.#drafts.get(host);
    const isOther = draft !== undefined && (draft.isKeyed || draft.left !== content.stateOf(host));
    return !content.isBare(host) && (isOther || !content.isPlain(host));
  }

  /** Of `beforeinput`. */
  begun({ inputType }: InputEvent, host: AnyElement): void {
    this.#draftOf(host, inputType === 'insertText');
  }

  keyDown(event: KeyboardEvent, host: AnyElement): void {
    const { fields, content, options, onceOver } = this.#parts;
    this.#key = undefined;
    if (!fields.isPressable(event)) return;
    const chord = fields.chordOf(event);
    const isText = /^(?:.|Space|Enter|Backspace|Delete)$/u.test(chord);
    const draft = this.#draftOf(host, isText);
    this.#key = event.key;
    const awaited = options.awaitedBy(event.key, host);
    if (draft.isKeyed || awaited !== undefined || fields.isSentByKey(event, host)) {
      this.#tellMoves(host, draft);
      this.#press(host, chord, awaited);
      if (!draft.isKeyed) this.#restart(draft);
      else if (isText && event.key !== 'Enter') this.#typedByKey(host);
      return;
    }
    if (/^[^+]+\+c$/i.test(chord)) return;
    draft.keys.push(chord);
    draft.moves = isText ? [] : [...draft.moves, chord];
    const { length } = content.textOf(host);
    onceOver(() => {
      if (event.key === 'Enter' && event.defaultPrevented && content.textOf(host).length <= length)
        this.#sentByEnter(host, draft);
      else this.#settle(host, draft);
    });
  }

  /** The page has taken the key, as fields do that are sent by it. */
  #sentByEnter(host: AnyElement, draft: HostDraft): void {
    this.#press(host, 'Enter');
    this.#restart(draft);
  }

  #press(host: AnyElement, key: string, awaited?: Element): void {
    const { target } = this.#reporting;
    this.#send({ kind: 'press', target: target(host), key, ...(awaited && { awaited: target(awaited) }) });
  }

  #typedByKey(host: AnyElement): void {
    this.#parts.onceOver(() => this.#reporting.typed(host, this.#parts.content.textOf(host)));
  }

  /** Of `input`, and once a composition is over, as of `é` by two keys. */
  entered({ type, inputType = '', data }: EntryEvent, host: AnyElement): void {
    const draft = this.#drafts.get(host);
    if (draft === undefined || inputType === 'insertCompositionText') return;
    const isText = type === 'compositionend' || inputType === 'insertText';
    const isByKey = isText ? data === this.#key : this.#key !== undefined;
    this.#key = undefined;
    if (!isByKey && !isText) draft.isFromEmpty = false;
    if (!isByKey && isText) this.#takeText(host, draft, data ?? '');
    this.#parts.onceOver(() => this.#settle(host, draft));
  }

  #takeText(host: AnyElement, draft: HostDraft, text: string): void {
    const keys = [...text].map(character => this.#parts.fields.nameOf(character));
    if (!draft.isKeyed) draft.keys.push(...keys);
    else {
      for (const key of keys) this.#press(host, key);
      this.#typedByKey(host);
    }
  }

  pasted({ clipboardData }: ClipboardEvent, host: AnyElement): void {
    const { content, onceOver } = this.#parts;
    const [text, html] = ['text/plain', 'text/html'].map(type => clipboardData?.getData(type) ?? '');
    const draft = this.#draftOf(host, false);
    const { moves } = draft;
    this.#restart(draft);
    onceOver(() => {
      const now = content.textOf(host);
      const isPlain = !draft.isKeyed && content.isPlain(host) && now.includes(text?.trim() ?? '');
      if (isPlain) this.#settle(host, draft);
      else this.#tellPaste(host, { ...draft, moves }, { text, html });
      draft.isKeyed ||= !isPlain;
      draft.left = content.stateOf(host);
    });
  }

  #tellPaste(host: AnyElement, draft: HostDraft, { text = '', html = '' }: { text?: string; html?: string }): void {
    this.#tellMoves(host, draft);
    if (text === '' && html === '') return;
    this.#send({ kind: 'paste', target: this.#reporting.target(host), text, ...(html !== '' && { html }) });
  }

  #draftOf(host: AnyElement, isTextNext: boolean): HostDraft {
    const { content } = this.#parts;
    const known = this.#drafts.get(host);
    if (this.#current !== host) this.#caret = undefined;
    this.#current = host;
    const left = content.stateOf(host);
    if (content.isBare(host) && (known === undefined || known.isKeyed || known.left !== left))
      return this.#begin(host, { isFromEmpty: true });
    if (known === undefined) return this.#begin(host, { isKeyed: !content.isPlain(host) });
    this.#noticeLate(host, known);
    if (isTextNext && content.isAllSelected(host) && known.keys.at(-1) !== this.#SELECT_ALL)
      return this.#begin(host, { isFromEmpty: true, keys: [this.#SELECT_ALL] });
    return known;
  }

  #begin(host: AnyElement, more: Partial<HostDraft>): HostDraft {
    const left = this.#parts.content.stateOf(host);
    const draft = { keys: [], moves: [], isFromEmpty: false, isKeyed: false, left, ...more };
    this.#drafts.set(host, draft);
    return draft;
  }

  #restart(draft: HostDraft): void {
    draft.keys = [];
    draft.moves = [];
    draft.isFromEmpty = false;
  }

  /** Something else has changed it since, as what a page makes of a text a while after it was typed. */
  #noticeLate(host: AnyElement, draft: HostDraft): void {
    const { content } = this.#parts;
    if (draft.isKeyed || draft.left === content.stateOf(host)) return;
    if (content.isBare(host) || (draft.keys.length > 0 && this.#isTold(host, draft))) return;
    this.#tellKeys(host, draft);
  }

  /** Whether its text is all there is, and the keys have brought it. */
  #isTold(host: AnyElement, { keys, isFromEmpty }: HostDraft): boolean {
    const { content } = this.#parts;
    if (!content.isPlain(host)) return false;
    const typed = isFromEmpty ? this.#textOfKeys(keys) : undefined;
    return typed === undefined || content.isSame(content.textOf(host), typed);
  }

  #settle(host: AnyElement, draft: HostDraft): void {
    const { content } = this.#parts;
    const now = content.stateOf(host);
    if (draft.isKeyed || this.#drafts.get(host) !== draft || draft.left === now) return;
    const isEmptied = content.isBare(host) && !/^(?:Backspace|Delete)$|\+x$/i.test(draft.keys.at(-1) ?? '');
    if (isEmptied && draft.keys.length > 0) this.#drafts.delete(host);
    else if (this.#isTold(host, draft)) this.#tellText(host, draft);
    else this.#tellKeys(host, draft);
  }

  #tellText(host: AnyElement, draft: HostDraft): void {
    const value = this.#parts.content.textOf(host);
    draft.left = this.#parts.content.stateOf(host);
    this.#send({ kind: 'fill', target: this.#reporting.target(host, true), value, isSecret: false });
    this.#reporting.typed(host, value);
  }

  /** In place of the text that was told of them. */
  #tellKeys(host: AnyElement, draft: HostDraft): void {
    const { keys } = draft;
    const caret = this.#caret?.host === host ? this.#caret.put : undefined;
    draft.isKeyed = true;
    this.#restart(draft);
    if (keys.length === 0) return;
    const target = this.#reporting.target(host, true);
    this.#send({ kind: 'keyed', target, keys, isInstead: true, ...(caret && { caret }) });
    this.#reporting.typed(host, this.#parts.content.textOf(host));
  }

  #tellMoves(host: AnyElement, draft: HostDraft): void {
    const { moves } = draft;
    draft.moves = [];
    if (moves.length === 0) return;
    this.#send({ kind: 'keyed', target: this.#reporting.target(host), keys: moves, isInstead: false });
  }

  /** Undefined where a key did more than type or take back. */
  #textOfKeys(keys: readonly string[]): string | undefined {
    let text = '';
    for (const key of keys) {
      if (key === 'Backspace') text = text.slice(0, -1);
      else if (key === 'Enter') text += '\n';
      else if (key === 'Space') text += ' ';
      else if (key.length === 1) text += key;
      else if (key !== this.#SELECT_ALL) return undefined;
    }
    return text;
  }
}
