/** The parts of axe-core that are used in pages. Its context, options and partial results go back as they came. */
export interface AxeLibrary {
  configure(settings: { allowedOrigins: readonly string[] }): void;
  getRules(): readonly { ruleId: string }[];
  runPartial(context: object, options: AxeOptions): Promise<object>;
  finishRun(parts: readonly (object | null)[], options: AxeOptions): Promise<{ violations: readonly AxeViolation[] }>;
  utils: {
    getFrameContexts(context: object, options: AxeOptions): readonly AxeFrame[];
  };
}

export interface AxeOptions {
  readonly runOnly: { readonly type: 'tag'; readonly values: readonly string[] };
  readonly rules: Readonly<Record<string, { readonly enabled: false }>>;
  readonly resultTypes: readonly 'violations'[];
  readonly ancestry: true;
  readonly preload: false;
}

/** A selector; several lead through shadow roots. */
export type AxeSelector = string | readonly string[];

/** An iframe, and what is checked in its document. */
export interface AxeFrame {
  readonly frameSelector: AxeSelector;
  readonly frameContext: object;
}

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly helpUrl: string;
  readonly impact?: string | null;
  readonly nodes: readonly AxeNode[];
}

interface AxeNode {
  readonly impact?: string | null;
  /** Through the frames around it. */
  readonly target: readonly AxeSelector[];
  readonly ancestry?: readonly AxeSelector[];
  readonly failureSummary?: string;
}

/** An element that breaks a rule. */
export interface AxeFinding {
  rule: string;
  help: string;
  helpUrl: string;
  impact: string | undefined;
  target: readonly AxeSelector[];
  /** The selectors of the frames around it, as those of `AxeFrame`. */
  frames: readonly AxeSelector[];
  remedy: string;
}
