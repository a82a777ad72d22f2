import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';

/** Fields of one stanza; continuation lines (a leading space) belong to long texts we do not read. */
const fieldsOf = (stanza: string): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const line of stanza.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0 && line[0] !== ' ') fields.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return fields;
};

/** `want flag state`: all states but these mean that files of the package are on the disk, if perhaps half set up. */
const absent = new Set(['not-installed', 'config-files']);

/** `Debian OpenSSL Team <team@example>` without the address. */
const withoutAddress = (maintainer: string): string => {
  const text = maintainer.trimEnd();
  return text.endsWith('>') ? text.slice(0, Math.max(0, text.lastIndexOf('<'))).trimEnd() : maintainer;
};

/** Packages of dpkg's own status file; read directly, because a minimal system may lack dpkg-query's helpers. */
export const parseDpkgStatus = (text: string): SoftwareCopy[] =>
  text.split(/\n\n+/).flatMap((stanza): SoftwareCopy[] => {
    const fields = fieldsOf(stanza);
    const name = fields.get('package');
    const state = fields.get('status')?.split(' ')[2];
    if (name === undefined || state === undefined || absent.has(state)) return [];
    const architecture = fields.get('architecture');
    return [
      {
        name,
        publisher: withoutAddress(fields.get('maintainer') ?? ''),
        version: fields.get('version') ?? '',
        scope: 'machine',
        productCode: name,
        source: 'dpkg',
        ...(architecture !== undefined && { architecture }),
      },
    ];
  });
