import { hexOf, updateMeaning } from '@patchkeep/rules/failures/update-codes';
import type { UpdateEnd } from '../../os/os.ts';
import { failed, type Outcome, succeeded, waiting } from './outcome.ts';

const signed = (hresult: number): number => hresult | 0;

/** `WU_E_NO_UPDATE`: what Windows Update itself would say. */
const noUpdate = signed(0x80240024);

const failedWith = (hresult: number): Outcome => {
  const { pkgResult, means } = updateMeaning(hresult) ?? { pkgResult: 'Update', means: 'Windows Update failed' };
  return failed(pkgResult, `${means} (${hexOf(hresult)}).`, hresult);
};

/** How an update of Windows ended, in the words of packages. */
export const outcomeOfUpdate = (end: UpdateEnd): Outcome => {
  if (end.kind === 'installed') return succeeded(0, end.isRestartNeeded);
  if (end.kind === 'failed') return failedWith(end.hresult);
  return end.kind === 'notOffered'
    ? failed('NotOffered', 'Windows Update does not offer it to this host any more.', noUpdate)
    : waiting('The host must restart before Windows installs anything more.', { awaits: 'boot' });
};
