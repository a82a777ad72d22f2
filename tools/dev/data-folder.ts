import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Where development keeps its database. Root starts PostgreSQL under another account, and that account cannot walk into
 * a private home; then the database lives beside others under /var/tmp, one folder per checkout.
 */
export function dataFolder(kept: string, isRoot = process.getuid?.() === 0): string {
  if (!isRoot || isOpenToAll(kept)) return join(kept, 'postgres');
  const checkout = createHash('sha256').update(kept).digest('hex').slice(0, 12);
  return join('/var/tmp', `patchkeep-dev-${checkout}`);
}

function isOpenToAll(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o001) !== 0;
  return mayEnter && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}
