// `npm run proofs -- NAME…`: the long proofs, each at its full size; `--short` is the form that CI runs every time.
// `--rotating` runs the one that the commit chooses, at full size. Without a name it lists them.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { recordFigure } from './figures/figures.ts';
import { oneOf } from './proofs/choice.ts';
import { type Command, type Proof, proofs } from './proofs/list.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, rotating: { type: 'boolean', default: false } },
});

const startOne = ({ program, args, env }: Command, name: string): Promise<number> => {
  const report = [`--outputFile.json=reports/proof-${name}.json`];
  const all = program === 'vitest' ? ['run', ...args, ...report] : args;
  const file =
    program === 'vitest' ? fileURLToPath(new URL('../node_modules/.bin/vitest', import.meta.url)) : process.execPath;
  const child = spawn(file, all, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
};

/** Gives 0 when every part of it ends well. */
const start = async (command: Command, name: string): Promise<number> => {
  const { parts = 1, env } = command;
  if (parts === 1) return startOne(command, name);
  const codes = await Promise.all(
    Array.from({ length: parts }, (_, at) =>
      startOne({ ...command, env: { ...env, PART: String(at), PARTS: String(parts) } }, `${name}-${at}`),
    ),
  );
  return Math.max(...codes);
};

const prove = async (proof: Proof, isShort: boolean): Promise<boolean> => {
  const command = isShort ? proof.short : proof.full;
  if (command === undefined) {
    console.log(`${proof.name}: npm test or a journey runs its short form`);
    return true;
  }
  const began = performance.now();
  console.log(`${proof.name}${isShort ? ', short' : ''}: ${proof.shows}`);
  const isProven = (await start(command, proof.name)) === 0;
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`${proof.name}: ${isProven ? 'holds' : 'FAILED'}, ${seconds} s`);
  if (!isShort && proof.writesFigure !== true)
    recordFigure({
      id: proof.name,
      what: proof.shows,
      value: isProven ? 0 : 1,
      unit: 'failed runs',
      goal: 0,
      goalIs: 'at most',
      command: `npm run proofs -- ${proof.name}`,
      detail: `${seconds} s`,
    });
  return isProven;
};

const rotating = oneOf(proofs.filter(({ isRotating }) => isRotating));
const names = values.rotating && rotating ? [rotating.name] : positionals;
const unknown = names.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0) {
  console.error(`no proof named ${unknown.join(', ')}; there are ${proofs.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
if (names.length === 0) for (const { name, shows } of proofs) console.log(`${name.padEnd(14)} ${shows}`);
for (const proof of proofs.filter(({ name }) => names.includes(name)))
  if (!(await prove(proof, values.short))) process.exitCode = 1;
