import { randomUUIDv7 } from 'node:crypto';
import { dashboardLimits } from '@patchkeep/contract/dashboard-config';
import type { DashboardToken, dashboardTokens } from '@patchkeep/contract/dashboards';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../platform/context.ts';
import { presentTokenTimes } from '../../platform/db/token-rows.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { tokenTexts } from '../../platform/http/token-text.ts';
import { recordSiteAct, siteOf } from '../hosts/public.ts';
import { findDashboard, listDashboards } from './dashboards.service.ts';
import { reachSite } from './reach.service.ts';
import { insertToken, type ListedToken, listTokens, revokeToken } from './tokens.repository.ts';

export const dashboardTokenTexts = tokenTexts('vdt');

const present = (row: ListedToken, dashboardName: string): DashboardToken => ({
  dashboardTokenUuid: row.token_id,
  name: row.name,
  dashboardUuid: row.dashboard_id,
  dashboardName,
  ownerName: row.username,
  ...presentTokenTimes(row),
});

export const readTokens = async (context: Context): Promise<DashboardToken[]> => {
  const { customerId, siteId } = siteOf(context);
  const names = new Map(
    (await listDashboards(context, reachSite(context))).map((each) => [each.dashboardUuid, each.name]),
  );
  const rows = await listTokens(context.tx, customerId, siteId);
  return rows.map((row) => present(row, names.get(row.dashboard_id) ?? 'Deleted'));
};

/** A key to one dashboard as its maker's site shows it to everybody, for 30 days. */
export const createToken = async (
  context: Context,
  { name, dashboardUuid }: Received<typeof dashboardTokens.create>['body'],
): Promise<Returned<typeof dashboardTokens.create>> => {
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  await findDashboard(context, reachSite(context), dashboardUuid);
  const live = (await readTokens(context)).filter((each) => !each.isRevoked && new Date(each.expires) > now);
  if (live.length >= dashboardLimits.tokens)
    throw invalid(`A site can have ${dashboardLimits.tokens} links to dashboards in use. Revoke one first.`);
  const tokenId = randomUUIDv7();
  const { token, hash } = dashboardTokenTexts.make(customerId, tokenId);
  await insertToken(tx, {
    customer_id: customerId,
    token_id: tokenId,
    site_id: siteId,
    dashboard_id: dashboardUuid,
    user_id: principal.userId,
    secret_hash: hash,
    name,
    expires_at: new Date(now.getTime() + dashboardLimits.tokenDays * dayMs),
    revoked_at: null,
    used_at: null,
    created_at: now,
  });
  const made = (await readTokens(context)).find((each) => each.dashboardTokenUuid === tokenId);
  if (!made) throw notFound();
  await recordSiteAct(context, 'dashboardToken.create', 'dashboardToken', tokenId, { after: made });
  return { dashboardToken: made, accessToken: token };
};

export const endToken = async (context: Context, tokenId: string): Promise<void> => {
  if (!(await revokeToken(context.tx, siteOf(context), tokenId, context.now))) throw notFound();
  await recordSiteAct(context, 'dashboardToken.revoke', 'dashboardToken', tokenId);
};
