import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
import { timed } from '../support/api-client.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { TEXTS, writeFeatures } from '../support/write-features.mjs';
import { largeModules, PROJECT_ID, writeProject } from '../support/write-project.mjs';

/** The parser alone, in a process that is warm. */
function parseAll() {
  for (const text of TEXTS)
    new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher()).parse(text);
}

/** A new project with that many features: the first listing parses all and gives them codes. */
export const features = {
  title: 'Parse and link 1,000 features of 10 scenarios of 8 steps',
  async measure({ rounds }) {
    const values = {
      'parser alone': [],
      'open the project': [],
      'first listing': [],
      'listing again': [],
      linkStep: [],
    };
    parseAll();
    for (let round = 0; round < rounds; round += 1) {
      const workspace = await temporaryWorkspace();
      await writeProject(workspace.folder, largeModules(1, 10));
      await writeFeatures(workspace.folder);
      values['parser alone'].push((await timed(parseAll)).ms);
      const service = await startService(workspace.folder, PROJECT_ID);
      const { client } = service;
      const list = () => client.call('getFeatures', { limit: 10 });
      try {
        values['open the project'].push(service.openMs);
        values['first listing'].push((await timed(list)).ms);
        values['listing again'].push((await timed(list)).ms);
        const link = { text: 'the shop is open', moduleCode: 'm1', testCode: 't1' };
        values.linkStep.push((await timed(() => client.call('linkStep', link))).ms);
      } finally {
        await service.close();
        await workspace.remove();
      }
    }
    return Object.entries(values).map(([what, taken]) => ({ what, unit: 'ms', values: taken }));
  },
};
