/** What keeps a package from being proposed, and what the operator can do about it. */
const facts = {
  infected: 'Tell the vendor. Nobody can lift this; a scanner that errs is corrected by newer signatures.',
  signatureBroken: 'Look at the file with osslsigncode. If its root is missing, review the root and add it to --roots.',
  kindDiffers: 'The manifest is wrong about its file: wait for a corrected one.',
  versionDiffers: 'The manifest is wrong about its file: wait for a corrected one.',
  productDiffers: 'The manifest names the file of another product: wait for a corrected one.',
  archiveDiffers: 'The manifest is wrong about its archive: wait for a corrected one.',
  needsFolder: 'The installer needs files beside it, and hosts get one file: it cannot be offered.',
  withdrawn: 'Wait for another version, or ask whoever withdrew it.',
  scopeUnsaid: 'Say --scope, or write a recipe that says it.',
  notHttps: 'The vendor must offer the file over HTTPS.',
  privateAddress: 'The vendor must offer the file at a public address.',
  tooLarge: 'Files above 4 GiB are not fetched.',
} as const;

const judgements = {
  publisherNew: 'Ask the vendor whether this organisation signs for it; if so, lift it. The ledger remembers the name.',
  publisherChanged: 'Ask the vendor, by another way than this file, whether it changed its signer; if so, lift it.',
  unsigned: 'Compare the SHA-256 with one that the vendor publishes; if they agree, lift it.',
  bytesAdded:
    'Vendors mark downloads there, and thieves hide programs: ask for a file without; if the mark is theirs, lift it.',
  newDomain: 'Ask the vendor whether the new address is its own; if so, lift it.',
  notScanned: 'Start clamd and name its socket with --clamd; see the operators’ page for its limits.',
  scannerStale: 'Bring the signatures of the scanner up to date with freshclam.',
  verifierDisagrees:
    'Find out which of the two machines is wrong before anything else: one of them may be stolen. See the operators’ page.',
  olderVersion: 'Hosts that have the newer version refuse this one; lift it only for hosts that need it.',
} as const;

/** States of the vendor or of the packager, which pass by themselves. */
const states = {
  movedOn: 'The vendor has replaced the file: wait for the next manifest.',
  vendorDown: 'Try again later.',
  awaitsVerifier: 'It goes on by itself once the verifier has looked at it too.',
  awaitsPerson: 'Sign it where the offline keys are: signer vouch --proposals. See the operators’ page.',
  packagerFailed: 'The packager tries again by itself. Its log says more.',
} as const;

const all = { ...facts, ...judgements, ...states };
export type HoldName = keyof typeof all;
export type JudgementName = keyof typeof judgements;

export interface Hold {
  name: HoldName;
  /** What was found, in a sentence. */
  says: string;
}

export const judgementNames: readonly string[] = Object.keys(judgements);

/** A judgement can be lifted by a person who says why; a fact cannot. */
export const isJudgement = (name: string): name is JudgementName => Object.hasOwn(judgements, name);

export const whatToDo = (name: HoldName): string => all[name];
