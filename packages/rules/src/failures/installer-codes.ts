/** What an exit code says. `Error` is the package's own and final; the host tries the others again by itself. */
export interface CodeMeaning {
  pkgResult: 'Error' | 'Busy' | 'Cancelled' | 'DiskFull';
  /** A sentence without its stop. */
  means: string;
  /** What a person can do about it. */
  advice: string;
}

const error = (means: string, advice: string): CodeMeaning => ({ pkgResult: 'Error', means, advice });
const busy = (means: string, advice: string): CodeMeaning => ({ pkgResult: 'Busy', means, advice });

const tryLater = 'It is tried again by itself. If it stays, restart the host.';
const otherPackage = 'Report it to support: the host needs another package.';

/** Error numbers of Windows and of the Windows Installer, which most installers hand on. */
const windowsErrors: Readonly<Record<number, CodeMeaning>> = {
  5: error('Access was denied', 'Look whether security software or a policy protects the folder of the application.'),
  32: busy('A file of the application is in use', 'Close the application on the host. It is tried again by itself.'),
  112: {
    pkgResult: 'DiskFull',
    means: 'The disk is full',
    advice: 'Free room on the disk of the host. It is tried again by itself.',
  },
  193: error('The installer is not a program that this host can run', otherPackage),
  216: error('The installer is not for this kind of processor', otherPackage),
  225: error(
    'Security software of the host blocked the installer',
    'Allow the installer in the security software of the host.',
  ),
  740: error('The installer asks for rights that it does not get', 'Report it to support: the package starts wrongly.'),
  1223: {
    pkgResult: 'Cancelled',
    means: 'A user cancelled the installation',
    advice: 'Ask the user to let it finish, or choose another time.',
  },
  1260: error(
    'A policy of this host forbids the installer',
    'Allow the installer in AppLocker or in the software restriction policy.',
  ),
  1392: error('A file or folder of the host is damaged', 'Check the disk of the host with chkdsk.'),
  1601: busy(
    'The Windows Installer service could not be reached',
    'Look whether the service Windows Installer is disabled on the host.',
  ),
  1602: {
    pkgResult: 'Cancelled',
    means: 'A user cancelled the installation',
    advice: 'Ask the user to let it finish, or choose another time.',
  },
  1603: error(
    'The installer met a fatal error',
    'Often a program of the application was open, or a former version is damaged. Restart the host and retry; else repair or remove the application there first.',
  ),
  1605: error('The product is not installed', 'Inspect the host: the application was removed by other means.'),
  1612: error(
    'The source of the installation is not available',
    'The files with which the present version was installed are gone. Remove that version on the host first.',
  ),
  1618: busy('Another installation is in progress', tryLater),
  1619: error(
    'The package could not be opened',
    'Retry; if it stays, look whether security software holds the file back.',
  ),
  1620: error('The package is not valid', otherPackage),
  1624: error(
    'A transform of the package could not be applied',
    'Look at the options of this application in the approvals.',
  ),
  1625: error(
    'A policy of this host forbids the installation',
    'Change the policy of the Windows Installer that forbids it.',
  ),
  1632: error('The folder for temporary files is full or closed', 'Free or open the TEMP folder of the host.'),
  1633: error('The package is not for this kind of processor', otherPackage),
  1636: error(
    'The patch could not be opened',
    'Retry; if it stays, look whether security software holds the file back.',
  ),
  1638: error(
    'Another version of the product is installed already',
    'Inspect the host. If the old version is still there, remove it first.',
  ),
  1639: error(
    'The installer does not understand its options',
    'Look at the options of this application in the approvals.',
  ),
  1642: error(
    'The program that the patch is for is missing',
    'Inspect the host: the application is there in another version, or not at all.',
  ),
  1644: error(
    'A policy of this host forbids the options of the installer',
    'Change the policy, or the options in the approvals.',
  ),
  1719: busy(
    'The Windows Installer service could not be reached',
    'Look whether the service Windows Installer is disabled on the host.',
  ),
};

/** How Windows ended the installer itself. */
const endedByWindows: Readonly<Record<number, CodeMeaning>> = {
  0xc0000005: error('The installer crashed', 'Retry once. If it crashes again, report it to support.'),
  0xc0000022: error(
    'Windows denied the installer access to a file it needs',
    'Look whether security software blocks it.',
  ),
  0xc0000135: error(
    'The installer lacks a library of Windows',
    'Install the runtime that the vendor asks for, often .NET or Visual C++.',
  ),
  0xc0000142: error('The installer could not start', 'Restart the host and retry.'),
  0xc000013a: busy(
    'The installer was ended from outside',
    'The host was shut down or somebody ended it. It is tried again by itself.',
  ),
  0xc0000409: error('The installer crashed', 'Retry once. If it crashes again, report it to support.'),
};

/** The facility of errors of Windows in an HRESULT. */
const ofWindows = 0x8007;

/** The error number of Windows in an exit code, which may be an HRESULT, with or without a sign: 0x80070643 is 1603. */
export const windowsErrorOf = (exitCode: number): number => {
  const code = exitCode >>> 0;
  return code >>> 16 === ofWindows ? code & 0xffff : code;
};

/** What an installer's exit code means; undefined where only its vendor knows. */
export const installerMeaning = (exitCode: number): CodeMeaning | undefined =>
  endedByWindows[exitCode >>> 0] ?? windowsErrors[windowsErrorOf(exitCode)];
