import { z } from 'zod';
import type { AppWindow } from '../../../model/protocol/bridge.ts';
import type { ToolContext } from '../define-tool.ts';

const MOST_MS = 25_000;

/** How long a call to the page may take; no tool call lasts longer. */
export const TimeLimit = z.number().int().min(1).max(MOST_MS).optional().describe(`Default and most: ${MOST_MS}`);

export const windowOf = ({ bridge, project }: ToolContext): AppWindow => bridge.app(project.projectId);

export const limitsOf = ({ signal }: ToolContext, timeoutMs = MOST_MS) => ({ signal, timeoutMs });
