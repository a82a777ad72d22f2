// The scanner and the makers of installers that the packager is tried with.
export { makeArchive } from '../../../../packager/src/testkit/archive.ts';
export { eicar } from '../../../../packager/src/testkit/clamd.ts';
export { startDatedClamd } from '../../../../packager/src/testkit/dated-clamd.ts';
export { makeMsi, makeSetup } from '../../../../packager/src/testkit/installers.ts';
export { hasTools } from '../../../../packager/src/testkit/tools.ts';
