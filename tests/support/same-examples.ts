/** The gate tries the same examples each time, so that it fails for what a change broke; the full run finds new ones. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 20_261_125 });
