import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const place = z.object({ name: z.string(), start: z.int(), end: z.int() });
const report = z.object({ duplicates: z.array(z.object({ firstFile: place, secondFile: place })) });
type Pair = z.output<typeof report>['duplicates'][number];

/** How many pairs of copies each part of the tree may hold. Whoever removes some lowers the number. */
const limitsFile = 'tools/copies.json';
const limits = z.record(z.string(), z.int());

// Equal words on six lines or more, tests and recorded data aside. A shorter run of tokens is mostly punctuation.
const settings = ['--min-lines', '6', '--min-tokens', '20', '--format', 'typescript,tsx,css'];
const aside = '**/*.test.ts,**/*.test.tsx,**/dist/**,**/node_modules/**';

const pairsIn = async (jscpd: string, tree: string, part: string): Promise<Pair[]> => {
  const output = mkdtempSync(join(tmpdir(), 'patchkeep-copies-'));
  try {
    const given = [...settings, '--ignore', aside, '--reporters', 'json', '--output', output, '--silent', part];
    await promisify(execFile)(jscpd, given, { cwd: tree });
    const file = join(output, 'jscpd-report.json');
    return existsSync(file) ? report.parse(JSON.parse(readFileSync(file, 'utf8'))).duplicates : [];
  } finally {
    rmSync(output, { recursive: true });
  }
};

const placeOf = (part: string, { name, start, end }: Pair['firstFile']): string => `${part}/${name}:${start}-${end}`;

export async function findCopies(jscpd: string, tree: string): Promise<string[]> {
  const file = join(tree, limitsFile);
  const most = existsSync(file) ? limits.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const complaints: string[] = [];
  for (const part of ['apps', 'packages'].filter((name) => existsSync(join(tree, name)))) {
    const pairs = await pairsIn(jscpd, tree, part);
    const limit = most[part] ?? 0;
    if (pairs.length <= limit) continue;
    complaints.push(
      `${part}: ${pairs.length} pairs of copies, at most ${limit} (${limitsFile})`,
      ...pairs.map(({ firstFile, secondFile }) => `${placeOf(part, firstFile)} = ${placeOf(part, secondFile)}`),
    );
  }
  return complaints;
}
