/** Revisions of MCP that open with `initialize`, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Revisions of MCP without sessions, newest first. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];

export const isLegacyVersion = (version: string | undefined): boolean =>
  version !== undefined && LEGACY_VERSIONS.includes(version);

/** The parameter that the header `Mcp-Name` repeats, by method. */
export const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};
