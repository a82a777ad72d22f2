import { writeFileSync } from 'node:fs';
import { openApiDocument, writeOpenApi } from '../apps/server/src/openapi.ts';
import { api } from '../packages/contract/src/api.ts';

/** `npm run openapi`: writes the document that a test holds equal to the contract. */
const target = new URL('../docs/api/console.openapi.json', import.meta.url);
writeFileSync(target, writeOpenApi(openApiDocument(api)));
