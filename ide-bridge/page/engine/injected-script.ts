/** The parts of Playwright's own script in a document that ours uses there; private, so a spec checks the release. */
export interface InjectedScript {
  readonly window: Window & typeof globalThis;
  readonly document: Document;
  readonly utils: { readonly builtins: Builtins };
  readonly onGlobalListenersRemoved: Set<() => void>;
  parseSelector(selector: string): ParsedSelector;
  querySelectorAll(selector: ParsedSelector, root: Node): Element[];
  checkDeprecatedSelectorUsage(selector: ParsedSelector, found: readonly Element[]): void;
  markTargetElements(targets: Set<Element>): void;
  elementState(node: Node, state: 'checked'): { matches: boolean; received?: string; isRadio?: boolean };
  checkElementStates(
    node: Node,
    states: readonly ElementStateName[],
    frameVisible: boolean,
  ): Promise<'error:notconnected' | { missingState: string } | undefined>;
  expectArray(elements: readonly Element[], expected: object): ExpectAnswer;
  expectSingleElement(element: Element, expected: object, frameVisible: boolean): Promise<ExpectAnswer>;
  focusNode(node: Node, resetSelectionIfNotFocused: boolean): 'error:notconnected' | 'done';
  fill(node: Node, value: string): string;
  selectOptions(node: Node, options: readonly unknown[]): string | string[];
  previewNode(node: Node): string;
  retarget(node: Node, behavior: 'no-follow-label'): Element | null;
  expectHitTarget(point: PagePlace, target: Element): 'done' | { hitTargetDescription: string };
  setupHitTargetInterceptor(
    node: Node,
    kind: 'hover' | 'mouse',
    point: PagePlace,
    isTrial: boolean,
  ): HitTargetInterceptor | string;
  describeIFrameStyle(frame: Element): { left: number; top: number } | 'error:notconnected' | 'transformed';
  ariaSnapshotJSON(root: Element, options: { mode: 'ai' }): { json: unknown; iframeRefs: readonly string[] };
  readonly _engines: Map<string, { queryAll(root: Document, body: string): Element[] }>;
  _checkElementIsStable(node: Node): Promise<'error:notconnected' | boolean>;
}

/** From before the page could replace them. */
interface Builtins {
  readonly setTimeout: (work: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number | undefined) => void;
  readonly requestAnimationFrame: (work: () => void) => number;
  readonly performance: { now(): number };
}

type ElementStateName = 'visible' | 'enabled' | 'editable' | 'non-inert';

export interface ParsedSelector {
  readonly parts: readonly unknown[];
}

interface ExpectAnswer {
  matches: boolean;
  received?: unknown;
}

export interface HitTargetInterceptor {
  stop(): 'done' | { hitTargetDescription: string };
}

export interface PagePlace {
  x: number;
  y: number;
}

export interface PageBox extends PagePlace {
  width: number;
  height: number;
}
