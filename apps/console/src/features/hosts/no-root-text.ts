/** Of a host that was enrolled before there was a signer. */
export const noRootText = 'Trusts no root of keys, so it does no work: run “patchkeep-agent trust” there';
