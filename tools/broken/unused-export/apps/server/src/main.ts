import { used } from './modules/numbers.ts';
process.exitCode = used;
