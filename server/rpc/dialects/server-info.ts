/** How MCP clients name this service. */
export const serverInfo = (release: string): object => ({ name: 'steploom', title: 'Steploom', version: release });
