export { rounds } from '../../../bench/rounds.ts';
