/** A failure of Windows Update that somebody can do something about. `Error` is final, the rest is tried again. */
export interface UpdateFailure {
  pkgResult: string;
  /** A sentence without its stop. */
  means: string;
  /** What a person can do about it. */
  advice: string;
}

const failure = (pkgResult: string, means: string, advice: string): UpdateFailure => ({ pkgResult, means, advice });

const network = 'Look at name resolution, proxy and firewall of the host. It is tried again by itself.';
const dism = 'Run "DISM /Online /Cleanup-Image /RestoreHealth" on the host, restart it, then retry.';
const wait = 'It is tried again by itself.';

const failures: Readonly<Record<number, UpdateFailure>> = {
  0x80070005: failure(
    'Error',
    'Windows Update was denied access',
    'Look whether security software or a policy protects folders of Windows.',
  ),
  0x80070020: failure('Busy', 'A file that the update changes is in use', wait),
  0x80070070: failure(
    'DiskFull',
    'There is not enough room on the disk',
    'Free room on the disk of the host. It is tried again by itself.',
  ),
  0x80070422: failure(
    'Error',
    'The Windows Update service is disabled on this host',
    'Enable the service Windows Update, then retry.',
  ),
  0x80070643: failure(
    'Error',
    'The installer of the update met a fatal error',
    'Restart the host and retry. For updates of the recovery environment its partition is often too small.',
  ),
  0x80070bc9: failure(
    'Error',
    'The update failed; Windows undoes it with the next restart',
    'Restart the host, then retry.',
  ),
  0x80072ee2: failure('Source', 'The update server did not answer in time', network),
  0x80072ee7: failure('Source', 'The name of the update server could not be found', network),
  0x80072efd: failure('Source', 'The update server could not be reached', network),
  0x80072efe: failure('Source', 'The connection to the update server was broken off', network),
  0x80072f8f: failure(
    'Source',
    'The certificate of the update server was not accepted',
    'Set the clock of the host right, and look whether a proxy replaces certificates.',
  ),
  0x80073712: failure('Error', 'The component store of Windows is damaged; repair it with DISM', dism),
  0x800f081f: failure('Error', 'Windows lacks files that the update needs; repair it with DISM', dism),
  0x800f0831: failure('Error', 'Windows lacks an earlier update that this one builds on', dism),
  0x800f0922: failure(
    'Error',
    'Windows could not set up the update, often because the system partition is too full',
    'Free room on the system partition of the host, then retry.',
  ),
  0x80240009: failure('Busy', 'Windows Update is at work on something else', wait),
  0x8024000b: failure('Stopped', 'The update was cancelled on the host', 'Ask the user to let it finish.'),
  0x80240016: failure(
    'Busy',
    'Another installation is in progress, or the host must restart first',
    'Restart the host if it waits for that.',
  ),
  0x80240017: failure(
    'Error',
    'The update does not apply to this host',
    'Inspect the host: another update may have replaced it.',
  ),
  0x8024001e: failure('Stopped', 'The Windows Update service was stopped', wait),
  0x80240022: failure('Error', 'Windows Update could not install it', 'Restart the host and retry.'),
  0x80240023: failure('Error', 'The licence terms of the update were declined', 'Accept them on the host, then retry.'),
  0x80240024: failure(
    'NotOffered',
    'Windows Update has nothing to install',
    'Inspect the host: another update may have replaced it.',
  ),
  0x8024002e: failure(
    'Error',
    'A policy forbids access to Windows Update',
    'Change the policy that closes Windows Update to the host.',
  ),
  0x80240438: failure('Source', 'The update server could not be reached', network),
  0x8024401c: failure('Source', 'The update server did not answer in time', network),
  0x80244022: failure('Source', 'The update server is overloaded', wait),
  0x8024402c: failure('Source', 'The name of the update server or its proxy could not be found', network),
  0x80246007: failure('Source', 'The update has not been downloaded', wait),
};

/** What an HRESULT of Windows Update means, with or without a sign. */
export const updateMeaning = (hresult: number): UpdateFailure | undefined => failures[hresult >>> 0];

/** As it is written everywhere: 0x8024402C. Windows counts such numbers with a sign. */
export const hexOf = (hresult: number): string => `0x${(hresult >>> 0).toString(16).toUpperCase().padStart(8, '0')}`;
