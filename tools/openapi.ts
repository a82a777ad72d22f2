import { cpSync, writeFileSync } from 'node:fs';
import { openApiDocument, publicOpenApi, writeOpenApi } from '../apps/server/src/openapi.ts';
import { api } from '../packages/contract/src/api.ts';
import { publicApi } from '../packages/rules/src/api/public-api.ts';

/**
 * `npm run openapi`: writes the documents that a test holds equal to the contract. With `--promise` the public one
 * becomes what later versions are held to; run it for a release.
 */
const write = (name: string, document: Parameters<typeof writeOpenApi>[0]): void =>
  writeFileSync(new URL(`../docs/api/${name}.openapi.json`, import.meta.url), writeOpenApi(document));
write('console', openApiDocument(api));
write('public', publicOpenApi(publicApi));
const isPromised = process.argv.includes('--promise');
if (isPromised)
  cpSync(
    new URL('../docs/api/public.openapi.json', import.meta.url),
    new URL('../docs/api/public.v1.json', import.meta.url),
  );
