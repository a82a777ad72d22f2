// For journal.test.ts alone: writes as fast as it can and says what is durable, until it is killed.
import { Journal } from './journal.ts';

const journal = Journal.open(process.argv[2] ?? '');
const filler = 'x'.repeat(2_000);
// Numbers go on where the last process ended; the filler makes compactions frequent.
for (let count = journal.state.clockOffsetMs + 1; ; count++) {
  journal.append(
    { kind: 'clock', offsetMs: count },
    { kind: 'inspected', at: '2026-11-15T09:00:00.000Z', hash: filler, count, revision: count },
  );
  process.send?.(count);
  // Lets the message leave.
  await new Promise((resolve) => setImmediate(resolve));
}
