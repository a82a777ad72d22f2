import { writeFileSync } from 'node:fs';
import { allEndpoints } from '../packages/contract/src/api.ts';
import { openApiDocument } from '../apps/server/src/openapi.ts';

/** `npm run openapi`: writes the document that a test holds equal to the contract. */
const target = new URL('../docs/api/console.openapi.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(openApiDocument(allEndpoints), null, 2)}\n`);
