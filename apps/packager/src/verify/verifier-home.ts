import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawKey } from '@patchkeep/orders/envelope';
import { privateKeyOf } from '@patchkeep/orders/private-key';
import { starterChannels } from '@patchkeep/starter/channels';
import { logAs } from '../log.ts';
import { keepManifests, type ManifestSource } from '../manifests/keep-manifests.ts';
import { loadRecipes, recipesFolder } from '../recipes/recipes.ts';
import { serveVerifier } from './serve-verifier.ts';
import { verifyProposal } from './verify-proposal.ts';

const keyFile = (home: string): string => join(home, 'verifier.pem');

/** Makes the key of a verifier in its folder, never over another. Gives the public half, for `signer rotate`. */
export const makeVerifier = (home: string): string => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(keyFile(home), privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return rawKey(privateKey);
};

/** The public half of the key in a folder, of a packager or of a verifier. */
export const publicKeyIn = (home: string): string => {
  const path = [join(home, 'catalogue.pem'), keyFile(home)].find((each) => existsSync(each));
  if (path === undefined) throw new Error(`There is no key of a packager or verifier in ${home}.`);
  return rawKey(privateKeyOf(readFileSync(path, 'utf8'), path));
};

export interface VerifierHome extends ManifestSource {
  socket: string;
  roots: string;
  clamd: string | undefined;
}

/** Looks at what a packager elsewhere proposes, with everything of its own, and signs it with the key of the folder. */
export const serveVerifierHome = async (given: VerifierHome): Promise<{ close(): Promise<void> }> => {
  const { home, socket, roots, clamd } = given;
  const log = logAs('verifier');
  const path = keyFile(home);
  const manifests = keepManifests(given, starterChannels);
  const verifier = {
    home,
    key: privateKeyOf(readFileSync(path, 'utf8'), path),
    manifests: manifests.read,
    channels: new Map(starterChannels.map((channel) => [channel.tag, channel])),
    recipes: loadRecipes(recipesFolder),
    roots,
    clamd,
  };
  const serving = await serveVerifier({ look: (request) => verifyProposal(verifier, request), log }, socket);
  manifests.begin(log);
  return serving;
};
