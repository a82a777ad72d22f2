import { parseArgs } from 'node:util';
import { verifyLog } from './modules/audit/public.ts';

const usage = `verify --log FILE --checkpoints FILE --key KEY   checks a downloaded activity log, offline
  FILE of the log and of the checkpoints are those of Export; KEY is what "signer checkpoint-key" prints`;

// Not strict: of 64 keys one begins with a dash, and is still the key that follows `--key`.
const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: { log: { type: 'string' }, checkpoints: { type: 'string' }, key: { type: 'string' } },
});
const { log, checkpoints, key } = values;
if (
  positionals[0] !== 'verify' ||
  typeof log !== 'string' ||
  typeof checkpoints !== 'string' ||
  typeof key !== 'string'
) {
  console.log(usage);
  process.exit(2);
}
const began = performance.now();
const verified = await verifyLog({ log, checkpoints, key });
const { entries, vouched, flaw } = verified;
const seconds = (performance.now() - began) / 1_000;
console.log(`${entries} entries in ${seconds.toFixed(1)} s, ${verified.checkpoints} checkpoints of this chain`);
if (flaw) {
  console.log(`Entry ${flaw.seq} ${flaw.why}.`);
  console.log(
    flaw.since > 1
      ? `Entries 1 to ${flaw.since - 1} are as the signer saw them.`
      : 'No checkpoint vouches for what comes before it.',
  );
  process.exitCode = 1;
} else if (vouched === 0) {
  console.log(
    'Every entry follows from the one before. No checkpoint speaks of this log: it could have been built anew.',
  );
  process.exitCode = 1;
} else {
  console.log(`Every entry follows from the one before. Entries 1 to ${vouched} are as the signer saw them.`);
  if (entries > vouched) console.log(`The ${entries - vouched} after them are younger than the last checkpoint.`);
}
