import type { UpdateEnd, UpdateSearch, WindowsUpdates } from '../../os.ts';
import { type RunForLines, runForLines } from '../../run-for-lines.ts';
import { runScript } from '../run-script.ts';
import { classificationOf } from './classification.ts';
import { readLines, type Said, type Saying } from './update-lines.ts';
import { updateScript } from './update-script.ts';

/** 2 succeeded, 3 succeeded with errors: whether it counts, the next inventory tells. */
const isDone = ({ resultCode }: Saying<'downloaded' | 'done'>): boolean => resultCode === 2 || resultCode === 3;

const refuseFailure = (said: Said): void => {
  const [failure] = said.all('failed');
  if (failure) throw new Error(`Windows Update could not be searched: ${failure.message}`);
};

const searchOf = (said: Said): UpdateSearch => {
  refuseFailure(said);
  // What waits for a restart may be among the offers too: as waiting it counts, which is said later.
  const offers = new Map(said.all('offer').map((offer) => [offer.updateId, offer]));
  // The list of hotfixes does not know that a restart is still to come.
  const waiting = new Set([...offers.values()].flatMap(({ kbs, isRestartRequired }) => (isRestartRequired ? kbs : [])));
  return {
    installed: said.all('installed').flatMap(({ kbs }) => kbs.filter((kb) => !waiting.has(kb))),
    offers: [...offers.values()].map(
      ({ classificationId, classification, isRestartRequired, say: _say, ...offer }) => ({
        ...offer,
        classification: classificationOf(classificationId, classification),
        isPending: isRestartRequired,
      }),
    ),
  };
};

const endOf = (said: Said): UpdateEnd => {
  const [failure] = said.all('failed');
  if (failure) return { kind: 'failed', hresult: failure.hresult };
  if (said.all('offer').length === 0) return { kind: 'notOffered' };
  if (said.all('restartFirst').length > 0) return { kind: 'restartFirst' };
  const broken = [...said.all('downloaded'), ...said.all('done')].find((each) => !isDone(each));
  if (broken) return { kind: 'failed', hresult: broken.hresult };
  return { kind: 'installed', isRestartNeeded: said.all('done').some((each) => each.isRestartRequired) };
};

/** The Windows Update Agent of this host, through a script. */
export const windowsUpdates = (scratch: string, run: RunForLines = runForLines): WindowsUpdates => {
  const ask = async (given: readonly string[], signal: AbortSignal): Promise<Said | undefined> =>
    readLines(await runScript({ scratch, script: updateScript, run }, given, signal));
  return {
    async search(signal) {
      const said = await ask(['search'], signal);
      return said && searchOf(said);
    },
    async install(kbs, signal) {
      const said = await ask(['install', ...kbs.map(String)], signal);
      return said && endOf(said);
    },
  };
};
