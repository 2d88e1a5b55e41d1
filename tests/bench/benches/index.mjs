/** The benches by name, from the quickest to the slowest. */
import { actions } from './actions.mjs';
import { agents } from './agents.mjs';
import { calls } from './calls.mjs';
import { cold } from './cold.mjs';
import { creates } from './creates.mjs';
import { edits } from './edits.mjs';
import { engine } from './engine.mjs';
import { evidence } from './evidence.mjs';
import { features } from './features.mjs';
import { ideFeatures } from './ide-features.mjs';
import { leaks } from './leaks.mjs';
import { meanwhile } from './meanwhile.mjs';
import { page } from './page.mjs';
import { recorder } from './recorder.mjs';
import { scale } from './scale.mjs';
import { scenarios } from './scenarios.mjs';
import { search } from './search.mjs';
import { start } from './start.mjs';
import { suite } from './suite.mjs';
import { tokens } from './tokens.mjs';
import { tools } from './tools.mjs';

export const BENCHES = {
  start,
  calls,
  tokens,
  creates,
  edits,
  features,
  search,
  page,
  tools,
  'ide-features': ideFeatures,
  recorder,
  actions,
  engine,
  evidence,
  scenarios,
  cold,
  meanwhile,
  suite,
  scale,
  agents,
  leaks,
};
