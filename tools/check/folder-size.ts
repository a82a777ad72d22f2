import { dirname } from 'node:path';

// Beyond this a newcomer no longer takes in a folder at a glance: it gets rooms.
const mostFiles = 30;
// A style sheet lies beside its component and a test beside what it tests; both count with it.
const counted = /\.tsx?$/;
const exempt = /\.(test|e2e)\.tsx?$/;

/** Folders that are easier to use flat, each with its reason. */
const flat = new Map([
  ['packages/contract/src', 'one file for each family of endpoints, listed in api.ts'],
  ['apps/console/src/features/hosts', 'its screens share most of their pieces'],
  ['apps/console/src/app/routes', 'one file for each address of the console'],
]);

export function findFullFolders(files: string[]): string[] {
  const sizes = new Map<string, number>();
  for (const file of files) {
    if (!counted.test(file) || exempt.test(file)) continue;
    sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  }
  return [...sizes]
    .filter(([folder, size]) => size > mostFiles && !flat.has(folder))
    .map(([folder, size]) => `${folder}: ${size} source files, at most ${mostFiles}`);
}
