// A newcomer reads from a file's name what it may do; CONTRIBUTING.md says what each role is for.
const roles = [
  'routes',
  'service',
  'rules',
  'repository',
  'queries',
  'presenter',
  'jobs',
  'factory',
  'tables',
  'types',
  'feed',
  'reader',
  'thread',
];
const isModuleSource = /^apps\/server\/src\/modules\/.*\.tsx?$/;
// Pattern: the roles are the list above.
const isNamed = new RegExp(String.raw`/(public|[a-z0-9-]+\.(${roles.join('|')})|[a-z0-9.-]+\.test)\.ts$`);

/** Source files of server modules whose name does not end in a role. */
export function findFilesWithoutRole(files: string[]): string[] {
  return files
    .filter((file) => isModuleSource.test(file) && !isNamed.test(file))
    .map((file) => `${file}: does not end in a role: public.ts, or .${roles.join(', .')}, .test`);
}
