import type { UpdateEnd } from '../../os/os.ts';
import { failed, type Outcome, succeeded, waiting } from './outcome.ts';

/** As it is written everywhere: 0x8024402C. Windows counts such numbers with a sign. */
const hexOf = (hresult: number): string => `0x${(hresult >>> 0).toString(16).toUpperCase().padStart(8, '0')}`;
const signed = (hresult: number): number => hresult | 0;

/** `WU_E_NO_UPDATE`: what Windows Update itself would say. */
const noUpdate = signed(0x80240024);

/** Failures of Windows Update that somebody can do something about. `Error` is final, the rest is tried again. */
const failures: Readonly<Record<number, [pkgResult: string, cause: string]>> = {
  0x80070005: ['Error', 'Windows Update was denied access'],
  0x80070020: ['Busy', 'A file that the update changes is in use'],
  0x80070070: ['DiskFull', 'There is not enough room on the disk'],
  0x80070422: ['Error', 'The Windows Update service is disabled on this host'],
  0x80070643: ['Error', 'The installer of the update met a fatal error'],
  0x80070bc9: ['Error', 'The update failed; Windows undoes it with the next restart'],
  0x80072ee2: ['Source', 'The update server did not answer in time'],
  0x80072ee7: ['Source', 'The name of the update server could not be found'],
  0x80072efd: ['Source', 'The update server could not be reached'],
  0x80072efe: ['Source', 'The connection to the update server was broken off'],
  0x80073712: ['Error', 'The component store of Windows is damaged; repair it with DISM'],
  0x800f081f: ['Error', 'Windows lacks files that the update needs; repair it with DISM'],
  0x800f0922: ['Error', 'Windows could not set up the update, often because the system partition is too full'],
  0x80240009: ['Busy', 'Windows Update is at work on something else'],
  0x8024000b: ['Stopped', 'The update was cancelled on the host'],
  0x80240016: ['Busy', 'Another installation is in progress, or the host must restart first'],
  0x80240017: ['Error', 'The update does not apply to this host'],
  0x8024001e: ['Stopped', 'The Windows Update service was stopped'],
  0x80240022: ['Error', 'Windows Update could not install it'],
  0x80240023: ['Error', 'The licence terms of the update were declined'],
  0x80240024: ['NotOffered', 'Windows Update has nothing to install'],
  0x8024002e: ['Error', 'A policy forbids access to Windows Update'],
  0x80240438: ['Source', 'The update server could not be reached'],
  0x8024401c: ['Source', 'The update server did not answer in time'],
  0x8024402c: ['Source', 'The name of the update server or its proxy could not be found'],
  0x80246007: ['Source', 'The update has not been downloaded'],
};

const failedWith = (hresult: number): Outcome => {
  const [pkgResult, cause] = failures[hresult >>> 0] ?? ['Update', 'Windows Update failed'];
  return failed(pkgResult, `${cause} (${hexOf(hresult)}).`, hresult);
};

/** How an update of Windows ended, in the words of packages. */
export const outcomeOfUpdate = (end: UpdateEnd): Outcome => {
  if (end.kind === 'installed') return succeeded(0, end.isRestartNeeded);
  if (end.kind === 'failed') return failedWith(end.hresult);
  return end.kind === 'notOffered'
    ? failed('NotOffered', 'Windows Update does not offer it to this host any more.', noUpdate)
    : waiting('The host must restart before Windows installs anything more.', { awaits: 'boot' });
};
