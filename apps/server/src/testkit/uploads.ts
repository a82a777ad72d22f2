import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resourceCalls } from '@patchkeep/contract/resources';
import { testApp, type TestClient } from './app.ts';

export const asFile = { 'content-type': 'application/octet-stream' };

/** An app that keeps files in a folder of its own, and somebody who uploads. Closing it removes the folder. */
export const uploadApp = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-files-'));
  const app = await testApp({ env: { PATCHKEEP_FILES_DIR: folder } });
  const manager = await app.signIn('manager');
  return {
    app,
    manager,
    folder,
    upload: (
      filename: string,
      body: Buffer | object,
      headers: Record<string, string> = asFile,
      by: TestClient = manager,
    ) => by.call(resourceCalls['custom-settings'].create, { query: { filename }, body } as never, headers),
    sql: (text: string, values: unknown[] = []) => app.database.pool('postgres').query(text, values),
    async close() {
      await app.close();
      rmSync(folder, { recursive: true });
    },
  };
};
export type UploadApp = Awaited<ReturnType<typeof uploadApp>>;
