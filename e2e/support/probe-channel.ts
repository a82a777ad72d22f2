import type { Stack } from './stack.ts';

/** A channel for the probe, as a catalogue would bring it. */
export const addChannel = async (stack: Stack, tag: string, name: string): Promise<void> => {
  const channel = {
    tag,
    name,
    vendor: 'Probe Makers',
    wingetIds: [],
    scheme: 'dpkg',
    cpes: [],
    cnaNames: [`probe makers|${name.toLowerCase()}`],
    describedAs: [],
    installedAs: [tag],
    publishers: ['Probe Makers'],
  };
  await stack.sql(
    `insert into channels (channel_tag, name, vendor, scheme, winget_ids, cpes, homepage, description, is_driver,
       is_suite_member, is_hidden, is_starter, rules, content_hash)
     values ($1, $2, 'Probe Makers', 'dpkg', '{}', '{}', '', '', false, false, false, false, $3, '')`,
    [tag, name, JSON.stringify(channel)],
  );
};

export const addVersion = async (stack: Stack, version: string, tag: string): Promise<void> => {
  await stack.sql(
    `insert into channel_versions (channel_tag, version, display_versions, released_on) values ($1, $2, '{}', '2026-11-01')`,
    [tag, version],
  );
  await stack.sql(
    `insert into manifests (package_id, version, channel_tag, content_hash, display_versions) values ($1, $2, $1, '', '{}')`,
    [tag, version],
  );
  await stack.command('feeds.ts', ['rematch']);
};
