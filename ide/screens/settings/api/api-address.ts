/** Where programs reach the service that this page came from. */
export const apiAddress = (): string => `${window.location.origin}/api/mcp`;
