import pg from 'pg';
export const rows = pg.Client;
