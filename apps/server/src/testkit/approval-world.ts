import { randomUUID } from 'node:crypto';
import { groups } from '@patchkeep/contract/groups';
import { sites } from '@patchkeep/contract/sites';
import { tags } from '@patchkeep/contract/tags';
import type { TestApp, TestClient } from './app.ts';
import { applicationNames, fleetWorld, versionNumbers } from './fleet-world.ts';

/** The channel a test application is updated from. */
export const channelOf = (name: string): string => name.toLowerCase().replace(' ', '-');

/** Takes somebody to a site by its name. */
export const enterSite = async (client: TestClient, siteName: string): Promise<void> => {
  const site = (await client.ehlo()).body.sites.find((each) => each.siteName === siteName);
  await client.call(sites.select, { params: { id: site?.siteAccountUuid ?? '' } });
  await client.ehlo();
};

/** A channel of the catalogue; how channels are recognised and judged has tests of its own. */
export const addChannelRow = (
  sql: (text: string, values?: unknown[]) => Promise<unknown>,
  tag: string,
  name: string,
  scheme: string,
) => {
  const rules = { tag, name, vendor: 'Example', scheme, wingetIds: [], cpes: [], cnaNames: [] };
  return sql(
    `insert into channels (channel_tag, name, vendor, scheme, winget_ids, cpes, homepage, description, is_driver,
       is_suite_member, is_hidden, is_starter, rules, content_hash)
     values ($1, $2, 'Example', $3, '{}', '{}', '', '', false, false, false, true, $4, '')`,
    [tag, name, scheme, { ...rules, describedAs: [], installedAs: [], publishers: [] }],
  );
};

/**
 * A fleet whose applications have channels: versions 1.0 to 3.0 of each are known, come a day apart and can be
 * installed. Catalogue rows are written by the test; feeds have tests of their own.
 */
export const approvalWorld = async (app: TestApp, manager: TestClient, hostCount: number) => {
  const fleet = await fleetWorld(app, manager, hostCount);
  const { sql } = fleet;
  for (const name of applicationNames) {
    const tag = channelOf(name);
    await addChannelRow(sql, tag, name, 'generic');
    for (const version of versionNumbers) {
      const text = `${version}.0`;
      await sql(
        `insert into channel_versions (channel_tag, version, display_versions, released_on) values ($1, $2, '{}', $3)`,
        [tag, text, `2026-11-0${version}`],
      );
      await sql(
        `insert into manifests (package_id, version, channel_tag, content_hash, display_versions)
         values ($1, $2, $1, '', '{}')`,
        [tag, text],
      );
    }
    await sql('update applications set channel_tag = $2 where name = $1', [name, tag]);
    await sql(
      `update version_verdicts v set channel_version = s.version, recommended_version = case when s.version < '3' then '3.0' end
       from software_versions s where s.version_id = v.version_id and s.name = $1`,
      [name],
    );
  }
  await sql('update catalog_revision set revision = revision + 1');
  const makeGroup = async (title: string, parentUuid: string | null = null): Promise<string> =>
    (await manager.call(groups.create, { body: { title, parentUuid } })).body.uuid;
  const makeTag = async (tagName: string): Promise<string> =>
    (await manager.call(tags.create, { body: { tagName } })).body.tagUuid;
  /** Puts a host where it shall stand; how hosts move has tests of its own. */
  const assignHost = async (at: number, groupUuid: string | null, tagUuids: readonly string[] = []): Promise<void> => {
    const hostId = fleet.agents[at]?.agentUuid;
    await sql('update hosts set group_id = $2 where host_id = $1', [hostId, groupUuid]);
    await sql('delete from host_tags where host_id = $1', [hostId]);
    for (const tagId of tagUuids)
      await sql(
        `insert into host_tags (customer_id, site_id, tag_id, host_id)
         select customer_id, site_id, $2, host_id from hosts where host_id = $1`,
        [hostId, tagId],
      );
  };
  /** Lets a host miss Windows updates, from its next inventory on. */
  const offer = (at: number, updates: readonly { kb: number; classification: string }[]): void => {
    const agent = fleet.agents[at];
    if (agent)
      agent.windowsUpdates = {
        installed: [],
        offers: updates.map(({ kb, classification }) => ({
          foundUpdateUuid: randomUUID(),
          kb,
          title: `Update ${kb}`,
          classification,
          severity: 'Critical',
          isPending: false,
        })),
      };
  };
  return { ...fleet, makeGroup, makeTag, assignHost, offer };
};
export type ApprovalWorld = Awaited<ReturnType<typeof approvalWorld>>;
