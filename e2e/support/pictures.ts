import { readFileSync } from 'node:fs';
import { listFiles } from '../../tools/check/list-files.ts';

/** Whether this run draws the pictures anew: `npm run pictures`. */
export const isDrawing = process.env['KEEP_PICTURES'] !== undefined;

const pages = isDrawing ? (await listFiles('.')).filter((file) => file.endsWith('.md')) : [];
const texts = pages.map((file) => readFileSync(file, 'utf8'));

/** Where a picture is drawn: with the documents if one of them links it, else among the reports, which git ignores. */
export const pictureFile = (name: string): string => {
  const isLinked = texts.some((text) => text.includes(`visual/${name}.png`));
  return `${isLinked ? 'docs/visual' : 'reports/pictures'}/${name}.png`;
};
