import { serveSite } from '../agents/pages.mjs';
import { PEERS } from '../agents/peers/index.mjs';
import { guideOf, perform } from '../agents/perform.mjs';
import { TASKS } from '../agents/tasks/index.mjs';
import { launchOptions } from '../support/browser.mjs';
import { alignedTable } from '../support/format-table.mjs';
import { median } from '../support/measurements.mjs';
import { installPeers, packageFile } from '../support/runners.mjs';

const FIGURES = ['calls', 'in', 'out', 's'];

/** Those that are named; where none is, all. */
function chosen(all, only) {
  const named = Object.entries(all).filter(([name]) => only.includes(name));
  return named.length === 0 ? Object.entries(all) : named;
}

/** The median of each figure; undefined where the peer has no script for the task. A task that failed in one round has failed. */
function figuresOf(performances) {
  if (performances.length === 0) return undefined;
  if (!performances.every(({ isDone }) => isDone)) return { failed: true };
  return Object.fromEntries(FIGURES.map(name => [name, median(performances.map(each => each[name]))]));
}

function sumOf(rows, peer) {
  const all = rows.map(row => row.peers[peer]);
  if (all.includes(undefined)) return undefined;
  if (all.some(({ failed }) => failed)) return { failed: true };
  return Object.fromEntries(FIGURES.map(name => [name, all.reduce((sum, figures) => sum + figures[name], 0)]));
}

function cellsOf(figures) {
  if (figures === undefined) return ['', '', '', ''];
  if (figures.failed) return ['failed', '', '', ''];
  return FIGURES.map(name => (figures[name] === undefined ? '' : figures[name].toFixed(name === 's' ? 1 : 0)));
}

/** A row for each task, and a group of columns for each peer. */
function format(rows) {
  const names = Object.keys(rows[0].peers);
  const heads = names.flatMap(name => [`${name}: calls`, 'tokens in', 'out', 's']);
  return alignedTable(
    ['agents', ...heads],
    rows.map(({ what, peers }) => [what, ...names.flatMap(name => cellsOf(peers[name]))]),
  );
}

/** Calls, tokens and seconds that browsers for coding agents take for the same tasks, by the scripts of a competent agent. */
export const agents = {
  title: 'tasks in a browser as coding agents do them, in calls, tokens (o200k) and seconds',
  format,
  async measure({ rounds, only }) {
    const peersByName = Object.fromEntries(PEERS.map(peer => [peer.name, peer]));
    const known = [...Object.keys(peersByName), ...Object.keys(TASKS)];
    const unknown = only.filter(name => !known.includes(name));
    if (unknown.length > 0) throw new Error(`No peer or task ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
    await installPeers();
    const { countTokens } = await import(packageFile('gpt-tokenizer', 'esm', 'encoding', 'o200k_base.js'));
    const peers = chosen(peersByName, only);
    const tasks = chosen(TASKS, only).map(([, task]) => task);
    const isTried = name => tasks.some(({ scripts }) => scripts[name]);
    const site = await serveSite(Object.assign({}, ...tasks.map(({ routes }) => routes)));
    const conditions = { site, countTokens, browser: await launchOptions() };
    const rows = [];
    try {
      for (const task of tasks) {
        const kept = Object.fromEntries(peers.map(([name]) => [name, []]));
        for (let round = 0; round < rounds; round += 1)
          for (const [name, peer] of peers)
            if (task.scripts[name]) kept[name].push(await perform(task, peer, conditions));
        const figures = Object.entries(kept).map(([name, performances]) => [name, figuresOf(performances)]);
        rows.push({ what: task.title, peers: Object.fromEntries(figures) });
      }
    } finally {
      site.close();
    }
    const guides = [];
    for (const [name, peer] of peers) guides.push([name, isTried(name) ? await guideOf(peer, conditions) : undefined]);
    const sums = peers.map(([name]) => [name, sumOf(rows, name)]);
    return [
      ...rows,
      { what: 'sum', peers: Object.fromEntries(sums) },
      { what: 'its guide, read once', peers: Object.fromEntries(guides) },
    ];
  },
};
