export { call } from '../lib/call.ts';
