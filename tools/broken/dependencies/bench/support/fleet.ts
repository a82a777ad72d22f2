export { rate } from '../suites/rate.bench.ts';
