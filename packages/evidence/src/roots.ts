import { fileURLToPath } from 'node:url';

/** The root certificates under which signatures and timestamps count, unless the operator names others. */
export const usualRoots = fileURLToPath(new URL('../roots/code-signing.pem', import.meta.url));
