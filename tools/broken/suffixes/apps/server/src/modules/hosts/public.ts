export { renamed } from './rename.rules.ts';
