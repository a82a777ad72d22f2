import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { verifyLog } from './modules/audit/public.ts';

const usage = `patchkeep audit verify --log FILE --checkpoints FILE --key KEY

Checks a downloaded activity log; it needs no network and no database. Both files are those of Export in the console;
KEY is what "patchkeep signer checkpoint-key" prints. Ends with 0 when the log holds, and with 1 when it does not.`;

const readOptions = () => {
  // Not strict: of 64 keys one begins with a dash, and is still the key that follows `--key`.
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: { log: { type: 'string' }, checkpoints: { type: 'string' }, key: { type: 'string' } },
  });
  const { log, checkpoints, key, ...unknown } = values;
  const [command, ...others] = positionals;
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new WrongUsage(`There is no option --${name}.`);
  if (command !== 'verify' || others.length > 0) throw new WrongUsage('The only command is: audit verify');
  const required = (option: string, value: unknown): string => {
    if (typeof value !== 'string') throw new WrongUsage(`--${option} is missing.`);
    return value;
  };
  const publicKey = required('key', key);
  if (!/^[\w-]{43}$/.test(publicKey))
    throw new WrongUsage('--key is not a key of 43 letters, as "patchkeep signer checkpoint-key" prints it.');
  return { log: required('log', log), checkpoints: required('checkpoints', checkpoints), key: publicKey };
};

await runCommand(usage, async () => {
  const given = readOptions();
  const began = performance.now();
  const verified = await verifyLog(given);
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
});
