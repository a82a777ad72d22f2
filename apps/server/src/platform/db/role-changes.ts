import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const attempts = 40;
const pauseMs = 50;

/**
 * Did another session change the same role meanwhile? PostgreSQL has no SQLSTATE of its own for that: an update of its
 * catalogue is an internal error, and a new role or a first setting of a role is refused by an index of the catalogue.
 */
const isCollision = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (isCollision(error.cause)) return true;
  if (!(error instanceof pg.DatabaseError)) return false;
  if (error.code === 'XX000') return /^tuple concurrently (updated|deleted)$/.test(error.message);
  return error.code === '42710' || (error.code === '23505' && error.schema === 'pg_catalog');
};

/**
 * Runs work that changes roles, and runs it again when another session changed the same role at that moment. Roles
 * belong to all databases of a PostgreSQL server and the lock of a migration to one, so two databases that are set up
 * at the same time collide. `change` must leave nothing behind when it fails.
 */
export const changeRoles = async <T>(change: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await change();
    } catch (error) {
      if (attempt === attempts || !isCollision(error)) throw error;
      await pause(pauseMs * Math.random());
    }
};
