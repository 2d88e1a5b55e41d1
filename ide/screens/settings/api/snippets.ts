/** Ready to be pasted, with the token kept out of files. */

interface Snippet {
  id: string;
  title: string;
  where: string;
  text: string;
}

const json = (value: object): string => JSON.stringify(value, undefined, 2);

/** As in docs/CLIENTS.md, with the address of this service. */
export function snippetsFor(url: string): readonly [Snippet, ...Snippet[]] {
  return [
    {
      id: 'claude-code',
      title: 'Claude Code',
      where: 'In a terminal, with the token in the variable TOKEN',
      text: `claude mcp add --transport http steploom ${url} --header "Authorization: Bearer $TOKEN"`,
    },
    {
      id: 'vs-code',
      title: 'VS Code',
      where: 'In .vscode/mcp.json; VS Code asks for the token once',
      text: json({
        inputs: [{ type: 'promptString', id: 'steploom-token', description: 'Steploom token', password: true }],
        servers: {
          steploom: { type: 'http', url, headers: { Authorization: `Bearer \${input:steploom-token}` } },
        },
      }),
    },
    {
      id: 'cursor',
      title: 'Cursor',
      where: 'In .cursor/mcp.json, with the token in the environment variable STEPLOOM_TOKEN',
      text: json({
        mcpServers: { steploom: { url, headers: { Authorization: `Bearer \${env:STEPLOOM_TOKEN}` } } },
      }),
    },
    {
      id: 'curl',
      title: 'curl',
      where: 'In a terminal, with the token in the variable TOKEN',
      text: [
        `curl -s ${url} \\`,
        `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
        `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getProject","arguments":{}}}'`,
      ].join('\n'),
    },
  ];
}
