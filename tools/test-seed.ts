import fc from 'fast-check';

/**
 * The same draws in every run: what is red is red again, and a run is red for what was changed. Other draws are made by
 * `npm run seeds`, as many as there is time for.
 */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 20_261_115) });
