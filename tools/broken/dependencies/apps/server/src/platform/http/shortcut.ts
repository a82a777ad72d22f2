export { database } from '../../testkit/database.ts';
