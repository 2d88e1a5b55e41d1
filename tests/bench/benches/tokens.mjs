import { createTokenValue } from '../../../dist/token.js';
import { ApiClient, timed } from '../support/api-client.mjs';
import { welchT } from '../support/measurements.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { largeModules, PROJECT_ID, writeProject } from '../support/write-project.mjs';

const PAIRS_PER_ROUND = 2_000;
const WARM_UP = 500;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Beyond it, times that tell nothing of each other differ so much once in 100,000 benches. */
const MOST_T = 4.5;

/** The token with another character at one place of its random part, and the checksum that fits. */
function changed(token, place) {
  const random = token.slice('svcmcp_'.length, -6);
  const places = [...random].map(character => ALPHABET.indexOf(character));
  places[place] = (places[place] + 1) % ALPHABET.length;
  let next = 0;
  return createTokenValue(() => places[next++]);
}

/** Wrong tokens that differ from a right one in their first character, beside ones that differ in their last. */
export const tokens = {
  title: 'Refusing tokens that are wrong early or late: their times must tell nothing',
  async measure({ rounds }) {
    const workspace = await temporaryWorkspace();
    await writeProject(workspace.folder, largeModules(1, 1));
    const service = await startService(workspace.folder, PROJECT_ID);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getModules', arguments: {} } };
    const clients = [0, 29].map(place => new ApiClient(`${service.url}/api/mcp`, changed(service.token, place)));
    const taken = clients.map(() => []);
    try {
      for (let pair = -WARM_UP; pair < rounds * PAIRS_PER_ROUND; pair += 1) {
        // Neither always comes after the other.
        for (const which of Math.random() < 0.5 ? [0, 1] : [1, 0]) {
          const { result, ms } = await timed(() => clients[which].post(body));
          if (result.error?.data?.reason !== 'unauthorized') throw new Error(JSON.stringify(result));
          if (pair >= 0) taken[which].push(ms);
        }
      }
    } finally {
      for (const client of clients) client.close();
      await service.close();
      await workspace.remove();
    }
    const [values, floor] = taken;
    return [
      { what: 'wrong early, beside wrong late', unit: 'ms', values, floor },
      { what: 'Welch t of the two, either way', unit: '', values: [Math.abs(welchT(values, floor))], atMost: MOST_T },
    ];
  },
};
