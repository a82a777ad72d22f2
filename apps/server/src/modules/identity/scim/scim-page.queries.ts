import type { Condition } from '@patchkeep/rules/scim/filter';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import { scimRefusal } from './scim-refusal.service.ts';

/** What a filter asks of a table, with the attributes that can be asked about. */
export const filterOf = (
  known: Record<string, (value: string | boolean) => RawBuilder<boolean>>,
  conditions: readonly Condition[],
): RawBuilder<boolean>[] =>
  conditions.map(({ path, value }) => {
    const make = Object.hasOwn(known, path) ? known[path] : undefined;
    if (!make) throw scimRefusal(400, 'invalidFilter', `There is no filter by ${path.slice(0, 100)}`);
    return make(value);
  });

export interface PageAsked {
  conditions: readonly Condition[];
  offset: number;
  limit: number;
}

/** The rows of one page. */
export const rowsOfPage = <Known, From extends keyof Known, Row>(
  asked: SelectQueryBuilder<Known, From, Row>,
  { offset, limit }: PageAsked,
) => asked.offset(offset).limit(limit).execute();
