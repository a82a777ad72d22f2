import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';

/** The epoch stands before the version only where there is one, as rpm and its users write it. */
export const rpmQueryFormat =
  '%{NAME}\\t%|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}\\t%|ARCH?{%{ARCH}}:{}|\\t%|VENDOR?{%{VENDOR}}:{}|\\n';

/** What `rpm -qa` printed in our format. */
export const parseRpmList = (text: string): SoftwareCopy[] =>
  text.split('\n').flatMap((line): SoftwareCopy[] => {
    const [name, version, architecture, publisher] = line.split('\t');
    // Imported signing keys are listed as if they were packages.
    if (!name || version === undefined || name === 'gpg-pubkey') return [];
    return [
      {
        name,
        publisher: publisher ?? '',
        version,
        scope: 'machine',
        productCode: name,
        source: 'rpm',
        ...(architecture && { architecture }),
      },
    ];
  });
