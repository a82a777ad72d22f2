// `tools/run node tools/reduced-manifests.ts PATH...`: writes tools/feeds/newest-manifests.jsonl anew from folders or
// archives of winget manifests. `npm run feeds:check` says when it no longer tells what the bundle tells.
import { writeFileSync } from 'node:fs';
import { starterChannels } from '@patchkeep/starter/channels';
import { readNewestManifests } from '../apps/packager/src/manifests/newest-manifests.ts';
import { reducedFile, reducedLine } from './feeds/reduced-manifests.ts';

const { newest, rejected } = await readNewestManifests(process.argv.slice(2), starterChannels);
const lines = starterChannels.flatMap(({ wingetIds }) => wingetIds.flatMap((id) => newest.get(id) ?? []));
writeFileSync(reducedFile, lines.map((manifest) => `${reducedLine(manifest)}\n`).join(''));
console.log(`${lines.length} manifests, ${rejected.length} rejected`);
