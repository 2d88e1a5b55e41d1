export const apiAddress = (): string => `${window.location.origin}/api/mcp`;
