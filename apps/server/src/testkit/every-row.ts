import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from './app.ts';

/** A digest of every row of every table, once what is written in bulk has been written: equal means nothing happened. */
export const everyRow = async ({ database }: TestApp): Promise<Record<string, string>> => {
  await pause(700);
  const pool = database.pool('postgres');
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'app') order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest from ${name} t`,
    );
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
};
