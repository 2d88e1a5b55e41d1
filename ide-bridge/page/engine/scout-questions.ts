/** What the engine asks `Scout`, and what that answers: both travel as JSON. */
import type { PageBox, PagePlace } from './injected-script.ts';

interface AskedElement {
  /** Within the last frame of the way. */
  selector: string;
  isStrict: boolean;
  /** For a trace: whether what is found gets a mark. */
  isMarked: boolean;
  /** Whether the page as the last action left it comes with the answer. */
  asksPageAfter?: boolean;
  /** How long to wait, in milliseconds. */
  timeoutMs?: number;
}

interface Tried {
  /** How often before. */
  tries: number;
  /** Whether the element must stand still for two frames in any case. */
  isCareful: boolean;
  wantsSnapshot: boolean;
  wantsNews: boolean;
}

export interface PointAsked {
  action: 'click' | 'dblclick' | 'hover';
  isEnabled: boolean;
  /** Of a box that is ticked or unticked by it. */
  wanted?: boolean | undefined;
}

export type EnterAsked = { action: 'fill'; value: string } | { action: 'select'; options: readonly unknown[] };

export type ActionAsked = PointAsked | EnterAsked | { action: 'focus' };

export interface ExpectAsked {
  action: 'expect';
  isMany: boolean;
  /** Whether it holds where there is no element. */
  missing: boolean;
  options: { expression: string; isNot: boolean };
}

export type ActionQuestion = AskedElement & Tried & ActionAsked;
export type ExpectQuestion = AskedElement & ExpectAsked;
export type ScoutQuestion = ActionQuestion | ExpectQuestion;

/** `id` numbers it, so that a wait can be ended. `frameVisible`: whether the frame that is asked is shown. */
export type ScoutRequest = ScoutQuestion & Numbered;
export type Numbered = { id: number; frameVisible: boolean };

/** `hand`: why Playwright must do the work. */
export interface ScoutAnswer {
  done?: boolean;
  hand?: string;
  why?: string;
  whys?: string[];
  isLadder?: boolean;
  isAlready?: boolean;
  /** Whether what is typed into is a password field; of an action that is done. */
  isPassword?: boolean;
  tries?: number;
  seen?: string;
  value?: unknown;
  point?: PagePlace;
  box?: PageBox;
  /** The page with its frames right before the action, as JSON. */
  snapshot?: string | undefined;
  /** The same when it was first looked at. */
  pageAfter?: string | undefined;
  news?: unknown;
}
