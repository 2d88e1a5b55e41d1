// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../server/process/package-root.ts';
import { copySampleProject } from '../../server/sample/copy-sample-project.ts';
import { connectOfficial } from '../support/official-clients.ts';
import { callsIn, differences } from '../support/replayed-document.ts';
import { lendService } from '../support/services.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const Answer = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

const asJson = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : text);

test('docs/AGENTS.md shows calls that a host can make, with the answers that they get', async () => {
  await using workspace = await temporaryDirectory();
  await copySampleProject(workspace.path);
  await using lent = await lendService({ workspaceFolder: workspace.path });
  const [project] = lent.service.workspace.projects();
  if (project === undefined) throw new Error('The sample project is not there.');
  const { value: token } = await project.tokens.create({ name: 'agents', access: 'write' });
  await using agent = await connectOfficial('v1', { url: `${lent.service.url}/api/mcp`, token });
  const listed = (await agent.listTools()).tools.map(({ name }) => name);
  const calls = callsIn(await readFile(join(packageRoot(), 'docs/AGENTS.md'), 'utf8'));
  expect(calls.length).toBeGreaterThan(20);
  for (const { name, arguments: given, answer } of calls) {
    expect(listed, 'a host calls only what is listed').toContain(name);
    const { isError, content } = Answer.parse(await agent.callTool({ name, arguments: given }));
    const came = content.map(({ text }) => text).join('\n');
    expect(isError, `${name}: ${came}`).not.toBe(true);
    if (answer === undefined) continue;
    expect.soft(differences(asJson(answer.text), asJson(came)), `line ${answer.line}: ${came}`).toEqual([]);
  }
});
