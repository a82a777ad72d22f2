import { type ScimListQuery, type ScimOneQuery } from '@patchkeep/contract/scim';
import { parseFilter } from '@patchkeep/rules/scim/filter';
import type { Context } from '../../../platform/context.ts';
import type { ConnectionRow } from '../sso/sso.tables.ts';
import type { AccessTools } from './access.service.ts';
import type { PageAsked } from './scim-page.queries.ts';
import { scimRefusal, unlessRefused } from './scim-refusal.service.ts';

export interface ScimTools extends AccessTools {
  publicOrigin: string | undefined;
}

/** Answers with one resource of a connection. */
export type AnswerOne<Resource> = (
  context: Context,
  tools: ScimTools,
  connection: ConnectionRow,
  id: string,
  query: ScimOneQuery,
) => Promise<Resource>;

/** Changes one resource as the body of a request says. */
export type ChangeOne<Resource> = (
  context: Context,
  tools: ScimTools,
  id: string,
  body: Record<string, unknown>,
  query: ScimOneQuery,
) => Promise<Resource>;

/** The page that a list request asks for, with at most so many resources. */
export const pageAskedBy = (query: ScimListQuery, most: number): PageAsked => {
  const conditions = query.filter === undefined ? [] : unlessRefused(parseFilter(query.filter)).conditions;
  const startIndex = Math.max(1, query.startIndex ?? 1);
  return { conditions, offset: startIndex - 1, limit: Math.min(most, Math.max(0, query.count ?? 100)) };
};

/** The operations of a PATCH, whatever their list is spelt like. */
export const operationsOf = (body: Record<string, unknown>): readonly unknown[] => {
  const [, listed] = Object.entries(body).find(([key]) => key.toLowerCase() === 'operations') ?? [];
  if (!Array.isArray(listed)) throw scimRefusal(400, 'invalidSyntax', 'There are no operations');
  return listed as unknown[];
};
