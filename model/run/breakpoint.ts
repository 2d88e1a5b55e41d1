import { z } from 'zod';
import { ActionId, code, TestCode } from '../names/codes.ts';

export const BreakpointId = code(/^b[1-9]\d{0,8}$/, 'a breakpoint id such as "b1"', 'BreakpointId');
export type BreakpointId = z.infer<typeof BreakpointId>;

/** It belongs to its action, wherever that moves, and to everybody who works on the project. */
export const Breakpoint = z.strictObject({
  breakpointId: BreakpointId,
  testCode: TestCode,
  actionId: ActionId,
  condition: z.string().min(1).max(2_000).optional(),
  /** Runs pause from the n-th arrival on at which the condition holds. Default: the first. */
  hitCount: z.number().int().min(1).max(1_000_000).optional(),
  enabled: z.boolean(),
});
export type Breakpoint = z.infer<typeof Breakpoint>;

export const PausedBy = z.strictObject({
  kind: z.enum(['breakpoint', 'request', 'step', 'action']),
  breakpointId: BreakpointId.optional(),
  by: z.string().optional(),
  problem: z.string().optional(),
});
export type PausedBy = z.infer<typeof PausedBy>;

export const RESUME_MODES = ['continue', 'step-over', 'step-into', 'step-out', 'to'] as const;
export type ResumeMode = (typeof RESUME_MODES)[number];
