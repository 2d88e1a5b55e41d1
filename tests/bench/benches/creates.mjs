import { timed } from '../support/api-client.mjs';
import { startEcho } from '../support/echo.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { largeModules, PROJECT_ID, writeProject } from '../support/write-project.mjs';

const TESTS = 1_000;

async function testCodes(service) {
  const { tests, total } = await service.client.call('getTests', { limit: 1_000 });
  if (tests.length !== total) throw new Error(`Only ${tests.length} of ${total} tests were listed.`);
  return new Set(tests.map(test => test.testCode));
}

function checkAllThere(expected, found, when) {
  const lost = [...expected].filter(code => !found.has(code));
  if (lost.length > 0 || found.size !== TESTS)
    throw new Error(`${when}: ${found.size} of ${TESTS} tests, ${lost.length} of the acknowledged ones are lost.`);
}

/** Creates all tests at once, ends the process as a power cut would, and looks for them in a new one. */
async function createAll(moduleCount) {
  const workspace = await temporaryWorkspace();
  let service;
  try {
    await writeProject(workspace.folder, largeModules(moduleCount, 0));
    service = await startService(workspace.folder, PROJECT_ID);
    const { client } = service;
    const { result, ms } = await timed(() =>
      Promise.all(
        Array.from({ length: TESTS }, (_, at) =>
          client.call('createTest', { moduleCode: `m${(at % moduleCount) + 1}`, name: `Test ${at + 1}` }),
        ),
      ),
    );
    const codes = new Set(result.map(({ test }) => test.testCode));
    if (codes.size !== TESTS) throw new Error(`${TESTS - codes.size} codes were given twice.`);
    await service.kill();
    service = await startService(workspace.folder, PROJECT_ID);
    checkAllThere(codes, await testCodes(service), 'After kill -9');
    return ms;
  } finally {
    await service?.kill();
    await workspace.remove();
  }
}

/** The same number of bodies to a server that only sends them back. */
async function echoAll() {
  const echo = await startEcho();
  try {
    const posts = () => Promise.all(Array.from({ length: TESTS }, (_, at) => echo.client.post({ name: `Test ${at}` })));
    return (await timed(posts)).ms;
  } finally {
    await echo.close();
  }
}

/** Many callers at once; every test that was acknowledged must outlive the process. */
export const creates = {
  title: '1,000 createTest at the same time, then kill -9 and reopen; beside an Express echo',
  async measure({ rounds }) {
    const one = [];
    const ten = [];
    const floor = [];
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await echoAll());
      one.push(await createAll(1));
      ten.push(await createAll(10));
    }
    return [
      { what: 'all into one module', unit: 'ms', values: one, floor, atMost: 2_000, must: true },
      { what: 'spread over ten modules', unit: 'ms', values: ten, floor, atMost: 2_000, must: true },
    ];
  },
};
