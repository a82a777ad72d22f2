import pg from 'pg';
export const manifests = pg.Client;
