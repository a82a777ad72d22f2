import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Around 300 lines a file asks to be two; at 400 it no longer asks. What tells a healthy code base is its longest files.
const mostLines = 400;
const measured = /\.(ts|tsx|css|sql|cjs|mjs)$/;
// A table of cases may be long, and a migration is never edited after it ran.
const exempt = /\.(test|e2e)\.tsx?$|\/migrations\//;

export function findLongFiles(tree: string, files: string[]): string[] {
  return files
    .filter((file) => measured.test(file) && !exempt.test(file))
    .map((file) => ({ file, lines: countLines(readFileSync(join(tree, file), 'utf8')) }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${mostLines}`);
}

const countLines = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
