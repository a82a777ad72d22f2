// Runs in the sandbox: writes out the one file of the archive at /file that has the given name, up to so many bytes.
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zipEntryOf } from '@patchkeep/records/zip';

const [name = '', most = '0'] = process.argv.slice(2);
let left = Number(most);
const limit = new Transform({
  transform(chunk: Buffer, _encoding, done) {
    left -= chunk.length;
    if (left < 0) done(new Error(`The file in the archive is larger than ${most} bytes`));
    else done(null, chunk);
  },
});
try {
  await pipeline(await zipEntryOf('/file', name, limit), process.stdout);
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}
