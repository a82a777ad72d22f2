// `npm run figures`: the last figure of every bench and proof that ran at full size. `-- --json` prints the file.
import { printFigures, readFigures } from './figures/figures.ts';

const figures = readFigures();
if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2));
else if (figures.length === 0)
  console.log('No figure was measured yet: run npm run proofs -- NAME or npm run bench -- NAME.');
else console.log(printFigures(figures));
