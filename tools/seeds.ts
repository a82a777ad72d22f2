// `npm run seeds [-- 20]`: the tests that draw, with that many fresh seeds. Everyday runs draw the same each time; this
// is where new draws are made. A red seed is drawn again with `TEST_SEED=n npm run test -- FILE`.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = Number(process.argv[2] ?? 20);
const drawing = globSync('{apps,packages}/**/src/**/*.test.{ts,tsx}', { cwd: root }).filter((path) =>
  readFileSync(`${root}/${path}`, 'utf8').includes("from 'fast-check'"),
);

const red: number[] = [];
for (let round = 1; round <= rounds; round++) {
  const seed = randomInt(2 ** 31);
  const env = { ...process.env, TEST_SEED: String(seed) };
  const args = ['run', '--reporter=dot', ...drawing];
  const { status, stdout } = spawnSync('vitest', args, { cwd: root, env, encoding: 'utf8' });
  console.log(`${status === 0 ? 'ok ' : 'RED'} seed ${seed} (${round} of ${rounds})`);
  if (status === 0) continue;
  red.push(seed);
  console.log(stdout);
}
console.log(
  `${drawing.length} files, ${rounds} seeds, ${red.length} red${red.length > 0 ? `: ${red.join(', ')}` : ''}`,
);
process.exitCode = red.length > 0 ? 1 : 0;
