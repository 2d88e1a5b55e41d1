import type { PageEvent, RecordedTarget } from '../../../model/recording/raw-event.ts';
import type { controlAt } from '../elements/control-at.ts';
import type { DragPlaces, DragTarget, MouseAt, MousePlace } from './drag-places.ts';
import type { FieldKinds } from './field-kinds.ts';
import type { RecordedTargets } from './recorded-targets.ts';

/** What the mouse was pressed on, at its place. */
export interface PressedThing extends MousePlace {
  element: Element;
  target: RecordedTarget;
  /** Where it was then. */
  rect: DOMRect;
  /** What was selected then. */
  selected: string;
}

interface DragParts {
  places: DragPlaces;
  fields: FieldKinds;
  targets: RecordedTargets;
  controlAt: typeof controlAt;
}

/** Tells what is dragged: onto an element that is there when nothing is, else so far. */
export class DraggedThings {
  readonly #parts: DragParts;
  readonly #send: (event: PageEvent) => void;
  /** What the browser itself drags. */
  #dragged: PressedThing | undefined;

  constructor(parts: DragParts, send: (event: PageEvent) => void) {
    this.#parts = parts;
    this.#send = send;
  }

  /** Of a press that was let go elsewhere. Whether it was a drag that the page made of it, or one that selects a text in an editor. */
  letGo(event: PointerEvent, pressed: PressedThing): boolean {
    const { element, target } = pressed;
    if (event.pointerType === 'touch' || target.locators.length === 0) return false;
    const selected = String(getSelection() ?? '');
    const host = this.#parts.fields.editingHost(element);
    if (host === undefined) return !this.#selects(selected, pressed) && this.#tellDrag(event, pressed);
    if (selected !== '') this.#tellOffset(event, pressed, host);
    return selected !== '';
  }

  #selects(selected: string, pressed: PressedThing): boolean {
    const { fields } = this.#parts;
    const isText = selected !== '' && selected !== pressed.selected;
    return isText || fields.isTextField(pressed.element) || fields.isPicked(pressed.element);
  }

  #tellDrag(event: PointerEvent, pressed: PressedThing): boolean {
    const { places } = this.#parts;
    const { element, target } = pressed;
    const below = places.below(event, pressed);
    if (below === undefined) return false;
    const place = places.onto(event, element, this.#parts.controlAt(below));
    const isLasting = /^getBy|^locator\('#/.test(target.locators[0] ?? '');
    // Where nothing takes the mouse while it is down, no element is what it is dragged onto.
    const isOnto = !/^(?:body|html)$/.test(below.localName) && places.isOnto(place, element);
    if (isOnto) this.#tellOnto(event, pressed, place);
    else this.#tellOffset(event, pressed, isLasting ? element : places.gripOf(element));
    return true;
  }

  #tellOffset({ clientX, clientY }: MouseAt, { x, y, element, target }: PressedThing, start: Element): void {
    const { places, targets } = this.#parts;
    const rect = places.startOf(start);
    this.#send({
      kind: 'drag',
      target: start === element ? target : targets.of(start),
      position: places.within(rect, { x, y }, Math.max(rect.width, rect.height) > 60),
      offset: { x: Math.round(clientX - x), y: Math.round(clientY - y) },
    });
  }

  #tellOnto(event: MouseAt, { target, rect, x, y }: PressedThing, { element, rect: there, isAway }: DragTarget): void {
    const { places, targets } = this.#parts;
    // As a thumb on its track, where the place says how much.
    const wasThere =
      there.left < rect.right && there.right > rect.left && there.top < rect.bottom && there.bottom > rect.top;
    this.#send({
      kind: 'drag',
      target,
      onto: targets.of(element),
      position: places.within(rect, { x, y }, false),
      targetPosition: places.within(there, places.pointOf(event), isAway || wasThere),
    });
  }

  /** Of `dragstart`. */
  started(event: DragEvent, hit: Element | undefined, pressed: PressedThing | undefined): void {
    const { places, targets } = this.#parts;
    const element = hit?.closest('[draggable=true], a[href], img') ?? pressed?.element;
    if (element === undefined) return;
    const rect = element.getBoundingClientRect();
    this.#dragged = { element, target: targets.of(element), rect, selected: '', ...places.pointOf(event) };
    places.goOn(element);
    places.last = undefined;
  }

  /** Lists that are sorted while something is dragged over them may take no drop, so that nobody says onto what it was. */
  dropped(event: MouseAt, hit?: Element): void {
    const dragged = this.#dragged;
    this.#dragged = undefined;
    if (dragged === undefined) return;
    const place = this.#parts.places.onto(event, dragged.element, hit ?? dragged.element);
    if (hit !== undefined || place.isAway) this.#tellOnto(event, dragged, place);
  }

  /** Of `dragend`. */
  ended(): void {
    const { last } = this.#parts.places;
    if (last === undefined) this.#dragged = undefined;
    else this.dropped(last);
  }
}
