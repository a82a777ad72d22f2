import type { Config } from '../../../server/src/config.ts';
export const About = ({ name }: Config) => <main>{name}</main>;
