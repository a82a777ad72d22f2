import type { BuildEvidence } from '@patchkeep/contract/packager';
import { Facts } from '../../ui/facts.tsx';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { scanOf, signedBy } from './package-text.ts';
import s from './packages.module.css';

/** What the packager found out about the file that it fetched. */
export function PackageEvidence({ evidence }: { evidence: BuildEvidence }) {
  const { lifted, reason, installArguments, versions } = evidence;
  return (
    <section aria-labelledby="package-evidence" className={s['part']}>
      <h3 id="package-evidence" className="caption">
        What was found out about the file
      </h3>
      <Facts
        facts={[
          ...(evidence.provider === undefined ? [] : [{ term: 'Provider', detail: evidence.provider }]),
          { term: 'Address', detail: <code>{evidence.address}</code> },
          { term: 'SHA-256', detail: <code>{evidence.sha256}</code> },
          { term: 'Size', detail: `${formatBytes(evidence.bytes)} (${formatNumber(evidence.bytes)} bytes)` },
          { term: 'Signed by', detail: signedBy(evidence) },
          { term: 'Scanner', detail: scanOf(evidence) },
          { term: 'Product', detail: [evidence.product, evidence.company].filter(Boolean).join(', ') || 'Not said' },
          { term: 'Versions in the file', detail: versions.join(', ') || 'None' },
          {
            term: 'Install arguments',
            detail:
              installArguments.length === 0 ? (
                'None'
              ) : (
                <ul className={s['arguments']}>
                  {installArguments.map((argument, place) => (
                    <li key={place}>
                      <code>{argument}</code>
                    </li>
                  ))}
                </ul>
              ),
          },
          { term: 'Lifted holds', detail: lifted.join(', ') || 'None' },
          ...(reason === null ? [] : [{ term: 'Reason for lifting', detail: reason }]),
        ]}
      />
    </section>
  );
}
