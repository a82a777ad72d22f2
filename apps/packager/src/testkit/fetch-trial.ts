// Fetches what a JSON file asks for, one after the other, and prints what became of each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchFile, NotFetched, usualFetchLimits } from '../evidence/fetch-file.ts';

interface Trial {
  address: string;
  sha256: string;
  limits?: object;
}

const [folder = '', list = ''] = process.argv.slice(2);
const trials = JSON.parse(readFileSync(list, 'utf8')) as Trial[];
const results: string[] = [];
for (const [index, { address, sha256, limits }] of trials.entries())
  try {
    const path = join(folder, `fetched-${index}`);
    const { bytes } = await fetchFile({ address, sha256, path }, { ...usualFetchLimits, tries: 2, ...limits });
    results.push(`fetched ${bytes}`);
  } catch (error) {
    results.push(error instanceof NotFetched ? error.problem : String(error));
  }
process.stdout.write(JSON.stringify(results));
