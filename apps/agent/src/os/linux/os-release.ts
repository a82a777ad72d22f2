/** os-release: shell assignments, quoted or not. */
export const parseOsRelease = (text: string): { name: string; version: string } => {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, key, raw] = /^([A-Z_]+)=(.*)$/.exec(line.trim()) ?? [];
    if (key === undefined || raw === undefined) continue;
    values.set(key, raw.replace(/^(["'])(.*)\1$/, '$2').replaceAll(/\\(["'$`\\])/g, '$1'));
  }
  const name = values.get('PRETTY_NAME') ?? values.get('NAME') ?? 'Linux';
  // Rolling distributions have no version.
  return { name, version: values.get('VERSION_ID') ?? values.get('BUILD_ID') ?? '' };
};
