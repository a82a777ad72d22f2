export type { Config } from '../../../apps/server/src/config.ts';
