import { type ResourceCategory, uploadMaxBytes } from '@patchkeep/contract/resources';
import { found, invalid, Refusal } from '../../platform/errors.ts';
import type { Transfer, TransferAnswer } from '../../platform/http/transfer.ts';
import { takePart } from './parts.service.ts';
import type { Quarantine } from './quarantine.service.ts';
import { presentResource } from './resources.presenter.ts';
import { deleteResource, findResource } from './resources.repository.ts';
import { announce, noInstaller } from './uploads.service.ts';

interface WholeFile {
  quarantine: Quarantine;
  category: ResourceCategory;
  filename: string | undefined;
  transfer: Transfer;
}

/** Takes a file that comes in one piece. What does not come whole, or is not what its name says, leaves nothing. */
export const takeWhole = async ({
  quarantine,
  category,
  filename,
  transfer: { headers, body, inTenant },
}: WholeFile): Promise<TransferAnswer> => {
  if (headers['content-type'] !== 'application/octet-stream')
    throw new Refusal(415, 'Send the file itself, as application/octet-stream');
  const size = Number(headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(size)) throw new Refusal(411, 'Say the length of the file');
  if (size > uploadMaxBytes) throw new Refusal(413, 'The file is too large for one piece: send it in parts');
  const announced = { category, filename, contentType: undefined, size };
  const row = await inTenant((context) => announce(context, announced));
  try {
    const at = await takePart({ quarantine, inTenant, row, from: 0, content: body });
    if (at < size) throw invalid('Less has come than was announced');
    const done = found(await inTenant(({ tx }) => findResource(tx, row)));
    if (done.state === 'refused') throw noInstaller();
    return { status: 200, body: { siteResource: presentResource(done) } };
  } catch (error) {
    await quarantine.remove(row.resource_id);
    await inTenant(({ tx }) => deleteResource(tx, row));
    throw error;
  }
};
