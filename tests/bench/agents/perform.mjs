import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryWorkspace } from '../support/service.mjs';
import { INVOICE } from './tasks/files.mjs';

/** Runs the script of a task with counted calls. Whether it is done is read from what the peer has answered. */
export async function perform(task, peer, { site, browser, countTokens }) {
  const workspace = await temporaryWorkspace();
  const { folder } = workspace;
  await writeFile(path.join(folder, INVOICE.name), INVOICE.text);
  site.reset();
  const { run, sent, stop } = await peer.start(folder, browser);
  const taken = { calls: 0, in: 0, out: 0 };
  const answers = [];
  const ask = async call => {
    const answer = await run(call);
    answers.push(answer);
    taken.calls += 1;
    taken.in += countTokens(sent(call));
    taken.out += countTokens(answer);
    return answer;
  };
  const startedAt = performance.now();
  try {
    await task.scripts[peer.name]({ ask, url: `${site.url}${task.path}`, folder });
  } catch (error) {
    process.stderr.write(`${peer.name}, ${task.title}: ${error.message}\n`);
  } finally {
    taken.s = (performance.now() - startedAt) / 1_000;
    await stop();
    await workspace.remove();
  }
  const text = answers.join('\n');
  return { ...taken, isDone: task.proof.every(each => text.includes(each)) };
}

/** What an agent has to know of the peer before its first call: instructions, or descriptions of the tools. */
export async function guideOf(peer, { browser, countTokens }) {
  const workspace = await temporaryWorkspace();
  const { guide, stop } = await peer.start(workspace.folder, browser);
  const text = await guide();
  await stop();
  await workspace.remove();
  return { out: countTokens(text) };
}
