import type { Returned } from '@patchkeep/contract/endpoint';
import type { results } from '@patchkeep/contract/results';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { findHost, siteOf } from '../../hosts/public.ts';
import { readInventory } from '../../inventory/public.ts';
import { issuesOf } from '../issues/issues.service.ts';
import { presentVersion } from '../results.presenter.ts';
import { readEvidence } from '../verdicts/evidence.service.ts';
import { selectHeldVersions, selectJudged, selectReleases } from '../verdicts/versions.queries.ts';
import { presentSighting } from './host-applications.service.ts';
import { selectPackages } from './host-results.queries.ts';

type UpdateInfo = typeof results.updateInfo;

/** What updating a version would bring. The site must have the version: what others have is not told. */
export const readUpdateInfo = async (
  context: Context,
  versionId: number,
  hostId: string,
): Promise<Returned<UpdateInfo>> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const host = await findHost(context, hostId);
  const stored = await readInventory(tx, customerId, host.host_no);
  const isInstalled = stored?.versionIds.includes(versionId) ?? false;
  const [row] = await selectJudged(tx, customerId, [versionId]);
  if (!row) throw notFound();
  const held = (await selectHeldVersions(tx, customerId, siteId, row.application_id)).find(
    (each) => each.version_id === versionId,
  );
  if (!held && !isInstalled) throw notFound();
  const { rows, present } = await issuesOf(context, [row]);
  const staying = new Set(row.recommended_version === null ? row.cve_nos : row.zero_day_nos);
  const { channel_tag: channelTag, recommended_version: recommended } = row;
  const releases = channelTag === null ? undefined : await selectReleases(tx, channelTag);
  return {
    version: presentVersion(row, {
      hosts: held?.hosts ?? 0,
      ignored: held?.ignored ?? 0,
      isExploited: rows.some((cve) => cve.exploited_on !== null),
      released: releases?.get(row.version) ?? null,
    }),
    isInstalled,
    sightings: (stored?.copies ?? [])
      .filter((copy) => copy.versionId === versionId)
      .map((copy) => presentSighting(copy, stored?.takenAt ?? context.now)),
    fixedVersion: row.fixed_version,
    recommendedVersion: recommended,
    recommendedReleased: (recommended !== null && releases?.get(recommended)) || null,
    resolved: await present(rows.filter((cve) => !staying.has(cve.cve_no))),
    remaining: await present(rows.filter((cve) => staying.has(cve.cve_no))),
    evidence: (await readEvidence(tx, [row])).get(versionId) ?? [],
    packages:
      channelTag === null || recommended === null
        ? []
        : (await selectPackages(tx, channelTag, recommended)).map(({ sha256, ...each }) => ({
            ...each,
            sha256: sha256.toString('hex'),
          })),
  };
};
