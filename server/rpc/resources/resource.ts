/** A text that MCP clients can fetch besides calling tools. */
export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: 'text/markdown' | 'application/json';
  read(context: ResourceContext): Promise<string>;
}

export interface ResourceContext {
  /** Calls a tool with the rights of the caller. Errors: those of the tool. */
  call(tool: string, args: object): Promise<unknown>;
}
