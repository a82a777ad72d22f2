import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const isServer = /^apps\/server\/src\/(?!testkit\/).*(?<!\.test)\.ts$/;
/** A statement that writes, by the query builder or in plain SQL; the table is its first group. */
const writes = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(?:public\.)?(\w+)/g,
  /\b(?:insert into|delete from|merge into) (?:public\.)?(\w+)/g,
  /\bupdate (?:public\.)?(\w+)(?: (?:as )?\w+)?\s+set\b/g,
];
/** A table that is only known while it runs. */
const unknown = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s]/g,
  /\b(?:insert into|delete from|merge into|update) \$\{/g,
];

/** Files that choose the table while they run, each with where the tables come from. */
const checkedByHand = new Map([
  ['apps/server/src/modules/dashboards/dashboards.repository.ts', 'chooses among the tables of dashboards'],
  ['apps/server/src/modules/results/recount/counts.repository.ts', 'chooses among the tables of counts'],
]);

/** The module a file belongs to; a part of the platform counts as one, and so does a command of the server. */
const ownerOf = (file: string): string =>
  /^apps\/server\/src\/((?:modules|platform)\/[^/]+)\//.exec(file)?.[1] ?? file.slice('apps/server/src/'.length);

const matchesOf = (text: string, patterns: readonly RegExp[]): RegExpExecArray[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)]);

/** Tables that more than one module writes: a rule about a table can then be kept in one place only. */
export function findSharedTables(tree: string, files: string[]): string[] {
  const writers = new Map<string, Map<string, string>>();
  const complaints: string[] = [];
  for (const file of files.filter((each) => isServer.test(each))) {
    const text = readFileSync(join(tree, file), 'utf8');
    for (const [, table = ''] of matchesOf(text, writes)) {
      const found = writers.get(table) ?? new Map<string, string>();
      writers.set(table, found.set(ownerOf(file), file));
    }
    const [first] = matchesOf(text, unknown);
    if (first !== undefined && !checkedByHand.has(file))
      complaints.push(
        `${file}:${text.slice(0, first.index).split('\n').length}: writes a table that is only known while it runs`,
      );
  }
  for (const [table, owners] of writers)
    if (owners.size > 1)
      complaints.push(`${table}: has one module that writes it, but these do: ${[...owners.values()].join(', ')}`);
  return complaints.toSorted();
}
