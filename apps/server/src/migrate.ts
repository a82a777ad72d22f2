import { migrate } from './platform/db/migrate.ts';

/** `npm run migrate`: brings the database named by PATCHKEEP_OWNER_DATABASE_URL up to date. */
const url = process.env['PATCHKEEP_OWNER_DATABASE_URL'];
if (!url) throw new Error('PATCHKEEP_OWNER_DATABASE_URL is not set');
const applied = await migrate(url);
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Already up to date');
