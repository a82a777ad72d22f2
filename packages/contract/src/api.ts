import type { AnyEndpoint } from './endpoint.ts';
import { configuration } from './configuration.ts';
import { groups } from './groups.ts';
import { hosts } from './hosts.ts';
import { session } from './session.ts';
import { sites } from './sites.ts';
import { tags } from './tags.ts';

/** Every endpoint of the console API, by family. The census holds the running server to this list. */
export const api = { configuration, groups, hosts, session, sites, tags } satisfies Record<
  string,
  Record<string, AnyEndpoint>
>;

export const allEndpoints: readonly AnyEndpoint[] = Object.values(api).flatMap((family) => Object.values(family));
