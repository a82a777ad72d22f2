import { createHash } from 'node:crypto';
import { agentLimits, type WindowsUpdateReport } from '@patchkeep/contract/agent/protocol';
import type { FoundUpdate, UpdateSearch } from '../../os/os.ts';
import { clean } from './fit.ts';

/**
 * One id for an update as this host has found it. Microsoft's own names the update on every host in the world, and
 * stays when the update is revised; a decision made on a list must fit that host and that list.
 */
const foundUpdateUuid = (agentUuid: string, { updateId, revision }: FoundUpdate): string => {
  const hash = createHash('sha256').update(`${agentUuid} ${updateId} ${revision}`).digest();
  // Version 8 of UUIDs: made by rules of one's own.
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** As the protocol takes it. Decisions are about articles: what has none, such as most drivers, is left out. */
export const reportUpdates = ({ installed, offers }: UpdateSearch, agentUuid: string): WindowsUpdateReport => ({
  installed: [...new Set(installed)].toSorted((a, b) => a - b).slice(-agentLimits.windowsUpdates),
  offers: offers
    .flatMap((offer) => {
      const [kb] = offer.kbs;
      if (kb === undefined) return [];
      return {
        foundUpdateUuid: foundUpdateUuid(agentUuid, offer),
        kb,
        title: clean(offer.title, agentLimits.name),
        classification: clean(offer.classification, 100),
        severity: clean(offer.severity, 100),
        isPending: offer.isPending,
      };
    })
    .slice(0, agentLimits.windowsUpdates),
});
