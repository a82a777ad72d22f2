import type { AnyEndpoint } from './endpoint.ts';
import { configuration } from './configuration.ts';
import { session } from './session.ts';
import { sites } from './sites.ts';

/** Every endpoint of the console API, by family. The census holds the running server to this list. */
export const api = { configuration, session, sites } satisfies Record<string, Record<string, AnyEndpoint>>;

export const allEndpoints: readonly AnyEndpoint[] = Object.values(api).flatMap((family) => Object.values(family));
